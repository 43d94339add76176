interface Mailbox {
  name: string;
  /** The website where the address's owner reads their mail. */
  url: string;
}

const mailboxes: readonly (Mailbox & { domains: readonly string[] })[] = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: [
      'outlook.com',
      'outlook.de',
      'hotmail.com',
      'hotmail.de',
      'live.com',
      'live.de',
      'msn.com',
    ],
  },
  {
    name: 'Yahoo',
    url: 'https://mail.yahoo.com/',
    domains: ['yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'yahoo.fr', 'ymail.com'],
  },
  {
    name: 'iCloud',
    url: 'https://www.icloud.com/mail/',
    domains: ['icloud.com', 'me.com', 'mac.com'],
  },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'] },
  { name: 'WEB.DE', url: 'https://web.de/', domains: ['web.de'] },
  { name: 'T-Online', url: 'https://email.t-online.de/', domains: ['t-online.de'] },
  { name: 'Posteo', url: 'https://posteo.de/', domains: ['posteo.de', 'posteo.net'] },
  { name: 'mailbox.org', url: 'https://app.mailbox.org/', domains: ['mailbox.org'] },
  {
    name: 'Proton Mail',
    url: 'https://mail.proton.me/',
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
  },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: ['fastmail.com', 'fastmail.fm'] },
];

/** Finds the mailbox website of an email address in the list above, without a request. */
export function mailboxOf(email: string): Mailbox | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return mailboxes.find(({ domains }) => domains.includes(domain)) ?? null;
}
