import { domainToASCII, domainToUnicode } from 'node:url';

/** Converts a domain to its own script; keeps ASCII if converting it back gives another domain. */
export function domainForDisplay(ascii: string): string {
  const shown = domainToUnicode(ascii);
  return domainToASCII(shown) === ascii ? shown : ascii;
}
