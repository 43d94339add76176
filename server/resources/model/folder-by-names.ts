import { resourcesLimits } from '../../../contracts/resources/limits';
import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { isNameReserved, findByNameInFolder, type NamedResource } from './name-in-folder';
import type { FolderOfOwner } from './own-folder';
import { mustNotBeTooManyResources } from './resource-count';

/**
 * Finds the folder at the end of a path and creates missing folders. The caller must hold the lock
 * on the owner's files (`StudyStorage.within`).
 * @throws DomainError path_taken where a part of the path is a file or an unfinished upload;
 * too_many_resources; validation_failed for the field `path` where the folder would be too deep
 */
export async function folderByNames(
  tx: Transaction,
  from: FolderOfOwner,
  names: readonly string[],
  now: Date,
): Promise<string> {
  if (from.depth + names.length > resourcesLimits.depth) throw badField('path', 'too_long');
  let folderId = from.id;
  let isMade = false;
  for (const name of names) {
    const there: NamedResource | undefined = isMade
      ? undefined
      : await findByNameInFolder(tx, folderId, name);
    if (there?.kind === 'file') throw new DomainError('path_taken');
    if (!there && (await isNameReserved(tx, folderId, name, now)))
      throw new DomainError('path_taken');
    isMade = !there;
    folderId = there?.id ?? (await makeFolder(tx, { ownerId: from.ownerId, folderId, name, now }));
  }
  if (isMade) await mustNotBeTooManyResources(tx, from.ownerId);
  return folderId;
}

export interface NewFolder {
  readonly ownerId: string;
  /** The folder that is to contain the new folder. */
  readonly folderId: string;
  readonly name: string;
  readonly now: Date;
}

export async function makeFolder(tx: Transaction, { ownerId, folderId, name, now }: NewFolder) {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO research.resource
       (id, owner_id, parent_id, kind, name, name_key, created_at, updated_at)
     VALUES ($1, $2, $3, 'folder', $4, $5, $6, $6)`,
    [id, ownerId, folderId, name, nameComparisonKey(name), now],
  );
  return id;
}
