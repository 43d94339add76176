import type { Transaction } from '../../platform/db/unit-of-work';
import { rootFolder } from '../model/root-folder';

/**
 * Deletes a file or a folder with all that is in it, under the owner's turn. What was put into the bin by itself stays
 * there for its own time: only its folder is gone. Bytes that nothing else refers to are swept later.
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
