import { domainToASCII, domainToUnicode } from 'node:url';

/** A domain as its people write it; in ASCII where that is not the same domain. */
export function shownDomain(ascii: string): string {
  const shown = domainToUnicode(ascii);
  return domainToASCII(shown) === ascii ? shown : ascii;
}
