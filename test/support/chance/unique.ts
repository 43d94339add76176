import { randomBytes } from 'node:crypto';

// A random part of the names of this test file: files share an application (shared-app.ts), and
// each of them counts from one.
const ofThisFile = randomBytes(4).toString('hex');
let last = 0;

/**
 * Makes a name that no other test has used: letters and digits, for addresses, domains and titles.
 * All names have the same length, so that two runs of a test produce the same numbers of bytes.
 */
export const unique = (): string => `${String(++last).padStart(5, '0')}x${ofThisFile}`;

const nibbleWords = [
  ...['amber', 'birch', 'coral', 'copper', 'ember', 'fern', 'grove', 'hazel'],
  ...['ivory', 'jasper', 'kelp', 'lilac', 'maple', 'otter', 'pebble', 'quartz'],
] as const;

/**
 * Spells hexadecimal digits as words. A code with digits can look like a date of the test's day by
 * chance (`12x3d8` is 3 December of Reiwa 8), and an anonymous study withholds dates.
 */
export const spellHex = (hex: string): string =>
  [...hex].map((digit) => nibbleWords[parseInt(digit, 16)]).join('');

/** Makes a browser fingerprint, as a study's code computes it, that no other test has used. */
export const uniqueFingerprint = (): string => `canvas${spellHex(randomBytes(5).toString('hex'))}`;
