import { domainToASCII, domainToUnicode } from 'node:url';

/** The domain in its own script, or in ASCII if converting it back gives another domain. */
export function domainForDisplay(ascii: string): string {
  const shown = domainToUnicode(ascii);
  return domainToASCII(shown) === ascii ? shown : ascii;
}
