import { randomBytes } from 'node:crypto';

// Several test files share an application (shared-app.ts), and each file counts its names from one.
// This random part distinguishes the names of this file from the names of other files.
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
 * Spells hexadecimal digits as words. An anonymous study withholds the dates of its runs. A code
 * with digits can look like the date of a run by chance: `12x3d8` contains the numbers of
 * 3 December of the Japanese year Reiwa 8 (2026).
 */
export const spellHex = (hex: string): string =>
  [...hex].map((digit) => nibbleWords[parseInt(digit, 16)]).join('');

/** Makes a browser fingerprint, as a study's code computes it, that no other test has used. */
export const uniqueFingerprint = (): string => `canvas${spellHex(randomBytes(5).toString('hex'))}`;
