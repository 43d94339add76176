import type { EntityManager } from 'typeorm';
import { DomainError } from '../../platform/errors/errors';
import { permissionError } from '../../studies/people/refusals';
import { sharedFoldersSql } from './shared-folders.sql';

/** A file or folder, and what one account may do with it. */
export interface VisibleResource {
  readonly id: string;
  readonly owner_id: string;
  /** Null for a root folder. */
  readonly parent_id: string | null;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  /** When this item was put into the bin. It is null if only a folder above it was put there. */
  readonly deleted_at: Date | null;
  /** Whether a folder above this item is in the bin. */
  readonly buried: boolean;
  /** What the account may do with the item; null where it may not even read it. */
  readonly may: 'change' | 'copy' | 'read' | null;
}

/** SQL: reads the file or folder $1, and what the account $2 may do with it. */
const seenBy = `WITH RECURSIVE ${sharedFoldersSql('$2::uuid')},
  line AS (
    SELECT r.id, r.parent_id, NULL::timestamptz AS deleted_at FROM research.resource r WHERE r.id = $1::uuid
    UNION ALL
    SELECT p.id, p.parent_id, p.deleted_at FROM line l JOIN research.resource p ON p.id = l.parent_id)
  SELECT r.id, r.owner_id, r.parent_id, r.kind, r.name, r.deleted_at,
    EXISTS (SELECT FROM line WHERE line.deleted_at IS NOT NULL) AS buried,
    CASE WHEN r.owner_id = $2::uuid THEN 'change'
      ELSE (SELECT CASE WHEN bool_or(s.copies) THEN 'copy' WHEN count(*) > 0 THEN 'read' END
        FROM shared s WHERE s.folder_id IN (SELECT line.id FROM line)) END AS may
  FROM research.resource r WHERE r.id = $1::uuid`;

/**
 * Finds an item that the account may see. An item in the bin is visible only to its owner, and only
 * if the owner put this item into the bin, and not just a folder above it.
 * @throws DomainError not_found
 */
export async function findVisibleResource(
  manager: EntityManager,
  { id, kind }: Pick<VisibleResource, 'id' | 'kind'>,
  accountId: string,
): Promise<VisibleResource> {
  const [place] = await manager.query<VisibleResource[]>(seenBy, [id, accountId]);
  if (!place || place.kind !== kind || place.may === null) throw permissionError(false);
  const isInOwnBin = place.may === 'change' && place.deleted_at !== null;
  if (!isInOwnBin && (place.buried || place.deleted_at !== null)) throw permissionError(false);
  return place;
}

/**
 * Like `findVisibleResource`, for items outside of the bin.
 * @throws DomainError not_found
 */
export async function findVisibleOutsideBin(
  manager: EntityManager,
  what: Pick<VisibleResource, 'id' | 'kind'>,
  accountId: string,
): Promise<VisibleResource> {
  const place = await findVisibleResource(manager, what, accountId);
  if (place.deleted_at !== null) throw new DomainError('not_found');
  return place;
}

/**
 * Finds an item that the account owns.
 * @throws DomainError not_found; forbidden where the account may only read it
 */
export async function findOwnResource(
  manager: EntityManager,
  what: Pick<VisibleResource, 'id' | 'kind'>,
  accountId: string,
): Promise<VisibleResource> {
  const place = await findVisibleResource(manager, what, accountId);
  if (place.may !== 'change') throw permissionError(true);
  return place;
}
