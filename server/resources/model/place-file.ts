import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { addVersion, type VersionContent } from './add-version';
import { findByNameInFolder } from './name-in-folder';
import { mustNotBeTooManyResources } from './resource-count';

export interface FileDestination {
  readonly ownerId: string;
  readonly folderId: string;
  readonly name: string;
  /**
   * Whether the content becomes a new version if the folder already has a file of this name;
   * otherwise the name is refused.
   */
  readonly replaces: boolean;
}

/**
 * Creates a file from a content that `Storage` contains, or adds a version to the file with that
 * name. The caller must hold the lock on the owner's files (`StudyStorage.within`), and have locked
 * the folder against deletion.
 * @returns the id of the file
 * @throws DomainError path_taken, too_many_resources, too_many_file_versions
 */
export async function createFileOrVersion(
  tx: Transaction,
  { ownerId, folderId, name, replaces }: FileDestination,
  content: VersionContent,
  now: Date,
): Promise<string> {
  const taken = await findByNameInFolder(tx, folderId, name);
  if (taken && (taken.kind === 'folder' || !replaces)) throw new DomainError('path_taken');
  const id = taken?.id ?? timeOrderedId();
  if (!taken) {
    await tx.query(
      `INSERT INTO research.resource
         (id, owner_id, parent_id, kind, name, name_key, newest, created_at, updated_at)
       VALUES ($1, $2, $3, 'file', $4, $5, 0, $6, $6)`,
      [id, ownerId, folderId, name, nameComparisonKey(name), now],
    );
    await mustNotBeTooManyResources(tx, ownerId);
  }
  await addVersion(tx, id, content, now);
  return id;
}
