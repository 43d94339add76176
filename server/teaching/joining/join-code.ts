import { randomInt } from 'node:crypto';
import { teachingLimits } from '../../../contracts/teaching/limits';

/**
 * The letters of codes: consonants, so that no code is a word, and no L, which looks like I. There
 * are 19 to the power of 8 codes, about 34 bits; wrong attempts are limited.
 */
const alphabet = 'BCDFGHJKMNPQRSTVWXZ';
const shape = new RegExp(`^[${alphabet}]{${teachingLimits.joinCodeLetters}}$`);

export const newJoinCode = (): string =>
  Array.from(
    { length: teachingLimits.joinCodeLetters },
    () => alphabet[randomInt(alphabet.length)],
  ).join('');

/**
 * Converts a code from the form in which a person types it to the stored form.
 * @param given in upper or lower case, with or without spaces and hyphens
 * @returns null for a text that is not a join code
 */
export function readJoinCode(given: string): string | null {
  const code = given.toUpperCase().replace(/[\p{Z}\p{Pd}\s]/gu, '');
  return shape.test(code) ? code : null;
}
