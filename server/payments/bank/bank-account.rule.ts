import { canonicalIban } from '../../../contracts/payments/iban.rule';
import { BankAccount } from '../../../contracts/payments/payments';

/**
 * The length in bytes to which each account is padded before encryption. All encrypted accounts
 * then have the same length: otherwise, a rare length would show which payout belongs to which
 * stored account. The longest account fits: a holder of 70 UTF-16 units takes at most 210 bytes of
 * UTF-8, an IBAN at most 34.
 */
const sealedLength = 320;

/** Returns an account with its IBAN in the canonical form; null if the IBAN is invalid. */
export function normalizeBankAccount({ holder, iban: given }: BankAccount): BankAccount | null {
  const iban = canonicalIban(given);
  return iban === null ? null : { holder, iban };
}

/** Serializes an account for encryption, padded to a fixed length. */
export function encodeBankAccount(account: BankAccount): Buffer {
  const plain = Buffer.from(JSON.stringify(account));
  if (plain.length > sealedLength) throw new Error('a bank account is longer than its column says');
  return Buffer.concat([plain, Buffer.alloc(sealedLength - plain.length, ' ')]);
}

/** @param opened the decrypted bytes that `encodeBankAccount` made, as text */
export const decodeBankAccount = (opened: string): BankAccount =>
  BankAccount.parse(JSON.parse(opened));
