import type { AuditDetails } from '../../contracts/audit';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Keeps why an administrator did something to an account: the words beside the account, with which
 * they are erased, and for the audit log their id and a keyed hash, which shows later that nobody
 * has changed them.
 * @returns the details of the record in the audit log
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
  return { note, note_mac: secrets.mac('audit', 'note', note, reason).toString('hex') };
}
