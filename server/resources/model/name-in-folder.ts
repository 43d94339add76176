import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * A file or folder that has a given name in a folder. Items in the bin and unfinished uploads do
 * not count.
 */
export interface NamedResource {
  readonly id: string;
  readonly kind: 'folder' | 'file';
  /** The number of a file's newest version; null for a folder. */
  readonly newest: number | null;
}

export async function findByNameInFolder(
  tx: Transaction,
  folderId: string,
  name: string,
): Promise<NamedResource | undefined> {
  const [taken] = await tx.query<NamedResource>(
    `SELECT id, kind, newest FROM research.resource
     WHERE parent_id = $1 AND name_key = $2 AND deleted_at IS NULL`,
    [folderId, nameComparisonKey(name)],
  );
  return taken;
}

/** Whether an unfinished upload has reserved the name. */
export async function isNameReserved(
  tx: Transaction,
  folderId: string,
  name: string,
  now: Date,
): Promise<boolean> {
  const reserved = await tx.query(
    `SELECT id FROM research.resource_upload
     WHERE folder_id = $1 AND name_key = $2 AND state <> 'complete' AND expires_at > $3`,
    [folderId, nameComparisonKey(name), now],
  );
  return reserved.length > 0;
}
