import type { AuditDetails } from '../../contracts/audit/audit';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Stores an administrator's reason for changing an account. The text is stored with the account and
 * erased with it; the audit log gets the id of the note and a keyed hash, which proves later that
 * the text is unchanged.
 * @returns the details for the audit record
 */
export async function addAccountNote(
  tx: Transaction,
  secrets: Secrets,
  { accountId, reason, at }: { accountId: string; reason: string; at: Date },
): Promise<AuditDetails> {
  const note = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.account_note (id, account_id, reason, created_at) VALUES ($1, $2, $3, $4)`,
    [note, accountId, reason, at],
  );
  return { note, note_mac: secrets.stamp('audit', 'note', note, reason).toString('hex') };
}
