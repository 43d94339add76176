import { canonicalIban } from '../../../contracts/payments/iban.rule';
import { BankAccount } from '../../../contracts/payments/payments';

/**
 * The padded length in bytes, more than any account needs: 70 UTF-16 units are at most 210 bytes of UTF-8, an IBAN at
 * most 34. All values have one length, since a rare length would link an account holder's row to a payout.
 */
const sealedLength = 320;

/** An account with its IBAN in the canonical form; null where that is wrong. */
export function checkedAccount({ holder, iban: given }: BankAccount): BankAccount | null {
  const iban = canonicalIban(given);
  return iban === null ? null : { holder, iban };
}

/** The bytes of an account that are encrypted. */
export function accountBytes(account: BankAccount): Buffer {
  const plain = Buffer.from(JSON.stringify(account));
  if (plain.length > sealedLength) throw new Error('a bank account is longer than its column says');
  return Buffer.concat([plain, Buffer.alloc(sealedLength - plain.length, ' ')]);
}

/** @param opened the decrypted output of `accountBytes` */
export const accountOf = (opened: string): BankAccount => BankAccount.parse(JSON.parse(opened));
