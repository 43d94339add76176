import { randomInt } from 'node:crypto';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';

/** The alphabet lacks I, L, O, 0 and 1, which look alike on paper: 31^12 codes, about 59 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupSize = 4;

/** @returns twelve random characters in groups of four, easy to read aloud: `ABCD-EFGH-JKMN`. */
export const newInvitationCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupSize }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** Makes a code in the same format from random bytes, of which it needs at least twelve. */
export const invitationCodeFromBytes = (bytes: Uint8Array): string =>
  Array.from({ length: groups }, (_, g) =>
    Array.from(
      { length: groupSize },
      (_, i) => alphabet[(bytes[g * groupSize + i] ?? 0) % alphabet.length],
    ).join(''),
  ).join('-');

/**
 * Converts a code to the form in which codes are compared: upper and lower case, blanks and dashes
 * do not matter.
 */
export const normalizeInvitationCode = (typed: string): string =>
  typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Computes the stored form of a code: a keyed hash, so that a stolen table contains no usable code.
 */
export const invitationHash = (secrets: Secrets, code: string): Buffer =>
  secrets.mac('invitation', normalizeInvitationCode(code));

const usable =
  'revoked_at IS NULL AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > $2)';

/**
 * Uses a code once, in the transaction of the registration. A rollback restores the use. If two
 * people want the last use at the same time, the second registration waits until the first has
 * ended, and then finds the code used up.
 * @param code as typed, or its hash
 * @returns false when the code is unknown, revoked, expired or used up.
 */
export async function redeemInvitation(
  tx: Transaction,
  secrets: Secrets,
  code: string | Buffer,
  now: Date,
): Promise<boolean> {
  const hash = Buffer.isBuffer(code) ? code : invitationHash(secrets, code);
  const rows = await tx.query(
    `UPDATE identity.invitation SET uses = uses + 1 WHERE code_hash = $1 AND ${usable} RETURNING id`,
    [hash, now],
  );
  return rows.length > 0;
}
