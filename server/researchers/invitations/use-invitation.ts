import type { Secrets } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';
import { normalInvitationCode } from './invitation-code.rule';

/** The stored form of a code: a keyed hash, so that a stolen table contains no usable code. */
export const invitationHash = (secrets: Secrets, code: string): Buffer =>
  secrets.mac('invitation', normalInvitationCode(code));

const usable =
  'revoked_at IS NULL AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > now())';

/**
 * Consumes one use of a code, in the transaction of the registration: a rollback restores it. When
 * two people take the last use, the second waits for the first's commit and then finds none.
 * @param code as typed, or its hash
 * @returns false when it is unknown, revoked, expired or used up.
 */
export async function useInvitation(
  tx: Transaction,
  secrets: Secrets,
  code: string | Buffer,
): Promise<boolean> {
  const hash = Buffer.isBuffer(code) ? code : invitationHash(secrets, code);
  const rows = await tx.query(
    `UPDATE identity.invitation SET uses = uses + 1 WHERE code_hash = $1 AND ${usable} RETURNING id`,
    [hash],
  );
  return rows.length > 0;
}
