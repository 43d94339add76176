import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';

/*
 * Texts that may be identifiers which contain the time of their creation. Each text is decoded. If
 * its time lies in the days of the run, the text is withheld. Of many thousand random identifiers,
 * about one is withheld by mistake.
 */
const tokens =
  /(?<![0-9a-z])[0-9a-z]{8}(?:[0-9a-z]{0,28}(?![0-9a-z-])|-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z]))/gi;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base32hex = '0123456789abcdefghijklmnopqrstuv';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function numberIn(text: string, alphabet: string): bigint | undefined {
  let number = 0n;
  for (const char of text) {
    const digit = alphabet.indexOf(char);
    if (digit < 0) return undefined;
    number = number * BigInt(alphabet.length) + BigInt(digit);
  }
  return number;
}
const hex = (text: string): bigint | undefined => numberIn(text.toLowerCase(), '0123456789abcdef');
const msOf = (number: bigint | undefined, perMs: bigint, zero: number): number =>
  number === undefined ? NaN : Number(number / perMs) + zero;
const secondsOf = (number: bigint | undefined, zero = 0): number =>
  number === undefined ? NaN : (Number(number) + zero) * 1000;

const gregorian = Date.UTC(1582, 9, 15);
function momentsOfUuid(text: string): number[] {
  const [a = '', b = '', c = ''] = text.split('-');
  const low = c.slice(1);
  if (c.startsWith('1')) return [msOf(hex(low + b + a), 10_000n, gregorian)];
  if (c.startsWith('6')) return [msOf(hex(a + b + low), 10_000n, gregorian)];
  return c.startsWith('7') ? [msOf(hex(a + b), 1n, 0)] : [];
}

/**
 * Kinds of snowflake ids. Each counts milliseconds (or another unit) from its own zero point, and
 * is shifted by the bits for a machine and a sequence.
 */
const flakes = [
  { zero: 1_288_834_974_657, bits: 22n, unit: 1n }, // Twitter
  { zero: 1_420_070_400_000, bits: 22n, unit: 1n }, // Discord
  { zero: 1_314_220_021_721, bits: 23n, unit: 1n }, // Instagram
  { zero: 1_409_529_600_000, bits: 24n, unit: 10n }, // Sony
  { zero: 0, bits: 22n, unit: 1n },
];
const momentsOfFlake = (number: bigint): number[] =>
  flakes.map(({ zero, bits, unit }) => Number((number >> bits) * unit) + zero);

/**
 * Decodes the time at the beginning of a text in base 36, as made by `Date.now().toString(36)`.
 * Returns NaN unless the first eight characters contain digits and letters.
 */
const momentOf36 = (text: string): number => {
  const first = text.slice(0, 8).toLowerCase();
  return /\d/.test(first) && /[a-z]/.test(first) ? Number.parseInt(first, 36) : NaN;
};

function momentsOf(text: string): number[] {
  const { length } = text;
  if (text.includes('-')) return momentsOfUuid(text);
  const isHex = /^[0-9a-f]+$/i.test(text);
  const moments = [momentOf36(text)];
  if (isHex && length === 8) moments.push(secondsOf(hex(text)));
  if (isHex && (length === 11 || length === 12)) moments.push(msOf(hex(text), 1n, 0));
  // PHP's uniqid: seconds and microseconds in hexadecimal digits
  if (isHex && length === 13) moments.push(secondsOf(hex(text.slice(0, 8))));
  if (isHex && length === 24) moments.push(secondsOf(hex(text.slice(0, 8))));
  if (isHex && length === 32)
    moments.push(
      ...momentsOfUuid(`${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}`),
    );
  if (length === 20) moments.push(secondsOf(numberIn(text.slice(0, 7), base32hex), 0) / 8);
  if (length === 26)
    moments.push(msOf(numberIn(text.slice(0, 10).toUpperCase(), crockford), 1n, 0));
  if (length === 27) {
    const all = numberIn(text, base62);
    moments.push(secondsOf(all === undefined ? all : all >> 128n, 1_400_000_000));
  }
  if (length === 25 && text.startsWith('c')) moments.push(momentOf36(text.slice(1)));
  if (/^\d{17,19}$/.test(text)) moments.push(...momentsOfFlake(BigInt(text)));
  return moments;
}

/** Finds identifiers that contain a time of the run. @param text with ASCII digits only */
export function timeIdentifiersIn(text: string, days: RunDayNumbers): TextRange[] {
  if (text.length < 8) return [];
  const found: TextRange[] = [];
  for (const match of text.matchAll(tokens)) {
    const [said] = match;
    if (!/\d/.test(said)) continue;
    if (momentsOf(said).some((ms) => days.isWithin(ms)))
      found.push([match.index, match.index + said.length]);
  }
  return found;
}
/**
 * Whether a JSON number is a snowflake id of the run's days; a double represents such a large
 * number only approximately.
 */
export const isSnowflakeNumber = (number: number, days: RunDayNumbers): boolean =>
  number >= 1e15 &&
  Number.isInteger(number) &&
  momentsOfFlake(BigInt(number)).some((ms) => days.isWithin(ms));
