import { resourcesLimits } from '../../../contracts/resources/limits';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { FolderOfOwner } from '../model/own-folder';

/**
 * Checks that a folder can be moved into another one. The caller must hold the lock on the owner's
 * files (owner-turn.ts).
 * @throws DomainError folder_in_itself if the target is the folder itself or below it, or if the
 * moved folders would be nested too deeply
 */
export async function mustFitInto(
  tx: Transaction,
  folderId: string,
  target: FolderOfOwner,
): Promise<void> {
  const [below] = await tx.query<{ inside: boolean; height: number }>(
    `WITH RECURSIVE below AS (
       SELECT $1::uuid AS id, 1 AS height
       UNION ALL
       SELECT r.id, b.height + 1 FROM below b
         JOIN research.resource r ON r.parent_id = b.id AND r.kind = 'folder' AND r.deleted_at IS NULL)
     SELECT bool_or(below.id = $2::uuid) AS inside, max(height) AS height FROM below`,
    [folderId, target.id],
  );
  if (!below || below.inside || target.depth + below.height > resourcesLimits.depth)
    throw new DomainError('folder_in_itself');
}
