import type { Transaction } from '../../platform/db/unit-of-work';
import { rootFolder } from '../model/root-folder';

/**
 * Deletes a file, or a folder with its content, in the owner's turn. Items in it that were put into the bin
 * separately stay there for their own period; only their folder is deleted. Bytes without other references are
 * deleted later.
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
    [id, await rootFolder(tx, owner_id, now)],
  );
  await tx.query('DELETE FROM research.resource WHERE id = $1', [id]);
}
