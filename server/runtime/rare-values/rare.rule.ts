/**
 * How long a value must be to be compared between named and anonymous runs that one researcher may
 * see. Two people rarely have a long value in common by chance, so the value may identify a person
 * who took part in both. Shorter values, words and measurements are not compared.
 */
const least = { withDigit: 8, withSpaces: 16, bare: 32 } as const;
/** A text longer than this is not compared as a whole; only parts of it are. */
export const longestComparedText = 1_000;

const hasDigit = /\p{Nd}/u;
const hasSpace = /\s/;
/** Matches texts that programs write without a space: hashes, names, codes. */
const tokens = /[\p{L}\p{Nd}_-]{12,}/gu;
/**
 * Matches short texts without digits and spaces. Most texts of a study match, and need no further
 * check.
 */
const isBareWord = /^[A-Za-z_:;.,/#-]{0,31}$/;

/** Removes differences of case, width and outer spaces, so that two texts can be compared. */
export const comparableText = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const isRare = (text: string): boolean => {
  if (text.length < least.withDigit) return false;
  if (hasSpace.test(text)) return text.length >= least.withSpaces;
  return text.length >= least.bare || hasDigit.test(text);
};
const cannotBeRare = (text: string): boolean =>
  text.length < least.withDigit || isBareWord.test(text);

/**
 * @returns the text in the form in which it is compared; undefined for a text that several people
 *   may write by chance
 */
export function comparableRareText(text: string): string | undefined {
  if (cannotBeRare(text) || text.length > longestComparedText) return undefined;
  const compared = comparableText(text);
  if (numeric.test(compared)) return comparableRareNumber(Number(compared));
  return isRare(compared) ? compared : undefined;
}
const numeric = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/;

/**
 * Returns the parts of a text that are compared: the complete text, and words in it that may
 * identify a browser.
 */
export function rarePartsOf(text: string): string[] {
  if (cannotBeRare(text)) return [];
  const whole = comparableRareText(text);
  const parts = hasDigit.test(text)
    ? (text.match(tokens) ?? []).filter((token) => hasDigit.test(token)).map(comparableText)
    : [];
  return [...new Set(whole === undefined ? parts : [whole, ...parts])];
}
/** Replaces the parts of a text that may identify a browser. */
export const replaceRareTokens = (text: string, instead: string): string =>
  text.replace(tokens, (token) => (hasDigit.test(token) ? instead : token));

const leastDigits = { whole: 1e8, broken: 12 } as const;
/** The steps of browsers' clocks, in milliseconds, are multiples of this. */
const clockStep = 0.005;
const mostParts = 1_000;

/**
 * Returns a number as text if it must be compared, because two people rarely have it in common by
 * chance. That is true of whole numbers with at least nine digits, and of fractions with many
 * digits, such as a hash or a sum of sound samples. It is not true of times from a browser's clock
 * and of quotients of small numbers.
 * @returns undefined for a count or a measurement
 */
export function comparableRareNumber(number: number): string | undefined {
  const size = Math.abs(number);
  if (Number.isInteger(size)) return size >= leastDigits.whole ? String(number) : undefined;
  if (!Number.isFinite(size) || isNearStep(size)) return undefined;
  const text = String(number);
  // Signs, leading zeros and decimal points do not count as digits.
  if (text.length < leastDigits.broken || digitsOf(text) < leastDigits.broken) return undefined;
  return isShare(size) ? undefined : text;
}

const digitsOf = (text: string): number =>
  text.replace(/e.*$/, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
const isNearStep = (size: number): boolean =>
  Math.abs(size - Math.round(size / clockStep) * clockStep) < 1e-6;

/**
 * Whether a number is a quotient with a small denominator, such as 43/60 or the mean of a few
 * values. Tests the denominators of the number's continued fraction.
 */
function isShare(size: number): boolean {
  let [before, parts] = [0, 1];
  for (let rest = size - Math.floor(size); parts <= mostParts;) {
    const whole = size * parts;
    if (Math.abs(whole - Math.round(whole)) < 1e-7) return true;
    if (rest === 0) return false;
    const inverse = 1 / rest;
    [before, parts] = [parts, Math.floor(inverse) * parts + before];
    rest = inverse - Math.floor(inverse);
  }
  return false;
}
