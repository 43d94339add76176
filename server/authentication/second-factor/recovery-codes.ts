import { randomBytes } from 'node:crypto';
import { limits } from '../../../contracts/base/limits';

/** No I, O, 0 or 1, which look alike on paper. Thirty-two, so that five bits are a character. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 10;

/** Normalizes a typed code to the hashed form: ignores case, blanks and dashes. */
export const plainRecoveryCode = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '');

/** Fifty bits each, shown in two groups of five. */
export function newRecoveryCodes(hashOf: (code: string) => Buffer): {
  codes: string[];
  hashes: Buffer[];
} {
  const plain = Array.from({ length: limits.recoveryCodes }, () =>
    [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join(''),
  );
  return {
    codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: plain.map(hashOf),
  };
}
