import listed from 'email-providers/all.json';

/** Domains of public mail providers that are missing in the npm package's list. */
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

/**
 * Whether RFC 2606 reserves the domain for tests and documents. Such a domain does not count as
 * public, although the package's list contains some of them.
 */
const isReserved = (domain: string) =>
  /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/.test(domain);

/**
 * Whether any person can get an address of this domain, so that no organization can vouch for the
 * owners of its addresses. `domain`: lower case.
 */
export const isPublicMailDomain = (domain: string): boolean =>
  publicDomains.has(domain) && !isReserved(domain);
