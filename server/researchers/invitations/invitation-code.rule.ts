import { randomInt } from 'node:crypto';

/** Without I, L, O, 0 and 1, which look alike on paper: 31^12 codes, about 59 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupSize = 4;

/** @returns twelve random characters in groups of four, easy to read aloud: `ABCD-EFGH-JKMN`. */
export const newInvitationCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupSize }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** The same format from bytes that are already random; at least twelve of them. */
export const codeOfBytes = (bytes: Uint8Array): string =>
  Array.from({ length: groups }, (_, g) =>
    Array.from(
      { length: groupSize },
      (_, i) => alphabet[(bytes[g * groupSize + i] ?? 0) % alphabet.length],
    ).join(''),
  ).join('-');

/** The form in which codes are compared: upper and lower case, blanks and dashes do not matter. */
export const normalInvitationCode = (typed: string): string =>
  typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
