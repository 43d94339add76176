import type { PasswordTexts } from './en';

export const de: PasswordTexts = {
  resetCode: {
    subject: 'Ihr Code für ein neues Passwort',
    heading: 'Ihr Code für ein neues Passwort',
    body: 'Geben Sie diesen Code dort ein, wo Sie ihn angefordert haben, und wählen Sie ein neues Passwort:',
    button: 'Code eingeben',
    note: 'Der Code gilt einmal und 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    body: (when) =>
      `Am ${when} wurde mit einem Code aus einer E-Mail ein neues Passwort für Ihr Konto gesetzt.`,
    ended: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    button: 'Anmelden',
    note: 'Wenn Sie es nicht waren, liest jemand anderes Ihre E-Mails: Ändern Sie zuerst das Passwort Ihres Postfachs und setzen Sie dieses dann noch einmal zurück.',
  },
};
