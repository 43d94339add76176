import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

export interface FolderOfOwner {
  readonly id: string;
  readonly ownerId: string;
  /** How many folders are above it: 0 for the root folder. */
  readonly depth: number;
}

/**
 * Reads a folder of the owner that is neither in the bin nor below a folder in the bin. Its row
 * cannot be deleted before the transaction ends.
 * @throws DomainError not_found
 */
export async function requireFolderOfOwner(
  tx: Transaction,
  ownerId: string,
  folderId: string,
): Promise<FolderOfOwner> {
  await lockFolder(tx, folderId, ownerId);
  const [place] = await tx.query<{ depth: number; deleted: boolean }>(
    `WITH RECURSIVE up AS (
       SELECT r.parent_id, r.deleted_at FROM research.resource r WHERE r.id = $1
       UNION ALL
       SELECT r.parent_id, r.deleted_at FROM up JOIN research.resource r ON r.id = up.parent_id)
     SELECT count(*)::int - 1 AS depth, bool_or(up.deleted_at IS NOT NULL) AS deleted FROM up`,
    [folderId],
  );
  if (!place || place.deleted) throw new DomainError('not_found');
  return { id: folderId, ownerId, depth: place.depth };
}

/**
 * Locks a folder, even a folder in the bin, until the transaction ends, so that the caller can
 * create an item in it. A deletion that begins later waits for the lock, and then also deletes the
 * new item. If a deletion has begun earlier, this function waits for it and then throws.
 * @param ownerId the account that must own the folder, if the caller has not checked that
 * @throws DomainError not_found
 */
export async function lockFolder(
  tx: Transaction,
  folderId: string,
  ownerId: string | null = null,
): Promise<void> {
  const held = await tx.query(
    `SELECT id FROM research.resource
     WHERE id = $1 AND ($2::uuid IS NULL OR owner_id = $2) AND kind = 'folder' FOR KEY SHARE`,
    [folderId, ownerId],
  );
  if (held.length === 0) throw new DomainError('not_found');
}
