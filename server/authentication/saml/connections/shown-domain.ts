import { domainToASCII, domainToUnicode } from 'node:url';

/** A domain in its own script; in ASCII if that form is another domain. */
export function shownDomain(ascii: string): string {
  const shown = domainToUnicode(ascii);
  return domainToASCII(shown) === ascii ? shown : ascii;
}
