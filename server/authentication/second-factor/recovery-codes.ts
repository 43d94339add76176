import { randomBytes } from 'node:crypto';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';

/**
 * The characters of recovery codes, without I, O, 0 and 1, which look alike on paper. There are 32,
 * so that each encodes five bits.
 */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 10;

/**
 * Converts a code as a person typed it to the form that is hashed: without spaces and dashes, in
 * one case.
 */
const plainRecoveryCode = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '');

/** Makes recovery codes of 50 bits each, shown as two groups of five characters. */
function newRecoveryCodes(hashOf: (code: string) => Buffer): {
  codes: string[];
  hashes: Buffer[];
} {
  const plain = Array.from({ length: authenticationLimits.recoveryCodes }, () =>
    [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join(''),
  );
  return {
    codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: plain.map(hashOf),
  };
}

/**
 * Replaces the account's recovery codes by ten new ones. Only keyed hashes are stored, so the codes
 * can be shown only once.
 */
export async function replaceRecoveryCodes(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes((code) =>
    secrets.stamp('recovery-code', accountId, code),
  );
  await tx.query(`DELETE FROM identity.recovery_code WHERE account_id = $1`, [accountId]);
  await tx.query(
    `INSERT INTO identity.recovery_code (id, account_id, code_hash) SELECT id, $1, code_hash
     FROM unnest($2::uuid[], $3::bytea[]) AS r (id, code_hash)`,
    [accountId, hashes.map(() => timeOrderedId()), hashes],
  );
  return codes;
}

/**
 * Marks a code that a person typed as used. The account must be locked.
 * @returns false if it is not one of the account's unused codes
 */
export async function useRecoveryCode(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  typed: string,
  now: Date,
): Promise<boolean> {
  const hashes = secrets.stamps('recovery-code', accountId, plainRecoveryCode(typed));
  const [used] = await tx.query(
    `UPDATE identity.recovery_code SET used_at = $3
     WHERE account_id = $1 AND code_hash = ANY($2::bytea[]) AND used_at IS NULL RETURNING id`,
    [accountId, hashes, now],
  );
  return used !== undefined;
}
