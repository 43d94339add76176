import type { Transaction } from '../../platform/db/unit-of-work';
import { ensureRootFolder } from '../model/root-folder';

/**
 * Permanently deletes a file, or a folder with its content; the caller must hold the lock on the
 * owner's files (owner-turn.ts). Items in the folder that the owner had put into the bin separately
 * stay in the bin for their own thirty days. A job later deletes bytes to which nothing refers any
 * more.
 */
export async function deleteForGood(
  tx: Transaction,
  { id, owner_id }: { readonly id: string; readonly owner_id: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `WITH RECURSIVE inside AS (
       SELECT $1::uuid AS id
       UNION ALL
       SELECT r.id FROM inside i
         JOIN research.resource r ON r.parent_id = i.id AND r.kind = 'folder' AND r.deleted_at IS NULL)
     UPDATE research.resource SET parent_id = $2
     WHERE parent_id IN (SELECT inside.id FROM inside) AND deleted_at IS NOT NULL`,
    [id, await ensureRootFolder(tx, owner_id, now)],
  );
  await tx.query('DELETE FROM research.resource WHERE id = $1', [id]);
}
