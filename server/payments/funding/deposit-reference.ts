import { randomInt } from 'node:crypto';

/** Crockford's base 32, without letters that people confuse with digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes the reference for a bank transfer: `CL-` and eight random characters. Only a tiny part of
 * the possible references is in use, so a reference with a typing error almost never equals another
 * one.
 */
export const newDepositReference = (): string => {
  const text = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `CL-${text.slice(0, 4)}-${text.slice(4)}`;
};
