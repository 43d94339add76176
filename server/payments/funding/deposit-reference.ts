import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference for a bank transfer: `CL-` and eight characters, so sparse that a typing error matches no other
 * reference.
 */
export const newDepositReference = (): string => {
  const text = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `CL-${text.slice(0, 4)}-${text.slice(4)}`;
};
