import listed from 'email-providers/all.json';

/** Public mail providers that are missing in the list. */
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
 * Whether addresses of this domain are available to the public, so that no organization can vouch
 * for their owners. `domain`: lower case.
 */
export const isPublicMail = (domain: string): boolean =>
  publicDomains.has(domain) && !isReserved(domain);
