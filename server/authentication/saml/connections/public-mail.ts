import listed from 'email-providers/all.json';

/** Known to give addresses to anybody, and missing in the list. */
const further = [
  '1und1.de',
  'duck.com',
  'fastmail.com',
  'gmx.ch',
  'keemail.me',
  'posteo.de',
  'posteo.net',
  'simplelogin.com',
  'tuta.com',
  'tuta.de',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
];
const publicDomains: ReadonlySet<string> = new Set([...listed, ...further]);

/** RFC 2606: names for tests and documents, of which the list has some. */
const isReserved = (domain: string) =>
  /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/.test(domain);

/**
 * Whether anybody may get an address there: no organization speaks for those who have one.
 * `domain`: lower case.
 */
export const isPublicMail = (domain: string): boolean =>
  publicDomains.has(domain) && !isReserved(domain);
