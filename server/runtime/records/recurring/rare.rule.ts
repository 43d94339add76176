/**
 * Which values are compared between the named and the anonymous runs of the same researchers: those that
 * two people hardly have by chance. Shorter ones, words and measures are not looked at.
 */
const least = { withDigit: 8, withSpaces: 16, bare: 32 } as const;
/** Of a longer text, its parts are compared, and not the whole. */
export const mostOfOneValue = 1_000;

const hasDigit = /\p{Nd}/u;
const hasSpace = /\s/;
/** What code writes without a space: hashes, names, codes. */
const tokens = /[\p{L}\p{Nd}_-]{12,}/gu;

/** As two texts are compared: whatever their case, width or the spaces around them. */
export const comparable = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const isRare = (text: string): boolean => {
  if (text.length < least.withDigit) return false;
  if (hasSpace.test(text)) return text.length >= least.withSpaces;
  return hasDigit.test(text) || text.length >= least.bare;
};

/** @returns the text as it is compared; undefined where many people write the same by chance */
export function rareText(text: string): string | undefined {
  if (text.length < least.withDigit || text.length > mostOfOneValue) return undefined;
  const compared = comparable(text);
  if (numeric.test(compared)) return rareNumber(Number(compared));
  return isRare(compared) ? compared : undefined;
}
const numeric = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/;

/** What within a text may recognise a browser by itself, such as a hash behind a name. */
export const tokensIn = (text: string): string[] =>
  hasDigit.test(text)
    ? (text.match(tokens) ?? []).filter((token) => hasDigit.test(token)).map(comparable)
    : [];
/** The same taken out of a longer text. */
export const withoutTokens = (text: string, instead: () => string): string =>
  text.replace(tokens, (token) => (hasDigit.test(token) ? instead() : token));

const leastDigits = { whole: 9, broken: 12 } as const;
/** The steps of browsers' clocks, in milliseconds, are multiples of this. */
const clockStep = 0.005;
const mostParts = 1_000;

/**
 * A whole number of nine digits, or one with so many that neither a browser's clock nor a share of few
 * makes it: a hash as a number, a sum of sound samples.
 * @returns undefined where it is a count or a measure
 */
export function rareNumber(number: number): string | undefined {
  if (!Number.isFinite(number)) return undefined;
  const size = Math.abs(number);
  if (Number.isInteger(size))
    return size >= 10 ** (leastDigits.whole - 1) ? String(number) : undefined;
  if (digitsOf(size) < leastDigits.broken) return undefined;
  if (isNearStep(size) || isShare(size)) return undefined;
  return String(number);
}

const digitsOf = (size: number): number =>
  String(size).replace(/e.*$/, '').replace('.', '').replace(/^0+/, '').length;
const isNearStep = (size: number): boolean =>
  Math.abs(size - Math.round(size / clockStep) * clockStep) < 1e-6;
/** 43 of 60, or a mean of as many: a fraction of small numbers. */
function isShare(size: number): boolean {
  for (let parts = 3; parts <= mostParts; parts++) {
    const whole = size * parts;
    if (Math.abs(whole - Math.round(whole)) < 1e-7) return true;
  }
  return false;
}
