import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes the reference for a bank transfer: `CL-` and eight random characters. So few of all
 * possible references are in use that one with a typing error almost never equals another.
 */
export const newDepositReference = (): string => {
  const text = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `CL-${text.slice(0, 4)}-${text.slice(4)}`;
};
