import type { Secrets } from '../../platform/secrets';
import type { Transaction } from '../../platform/unit-of-work';
import { normalInvitationCode } from '../invitation-code.rule';

/** Only this is kept of a code: a keyed hash, so that a stolen table invites nobody. */
export const invitationHash = (secrets: Secrets, code: string): Buffer => secrets.mac('invitation', normalInvitationCode(code));

const usable = '(max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > now())';

/**
 * Takes one use of a code, in the transaction of the registration: a rollback gives it back. Two people at the last use:
 * the second waits for the first's commit and then finds none.
 * @returns false when it is unknown, expired or used up.
 */
export async function spendInvitation(tx: Transaction, secrets: Secrets, code: string): Promise<boolean> {
  const rows = await tx.query(`UPDATE identity.invitation SET uses = uses + 1 WHERE code_hash = $1 AND ${usable} RETURNING id`, [invitationHash(secrets, code)]);
  return rows.length > 0;
}
