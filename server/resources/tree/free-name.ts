import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { isNameReserved, findByNameInFolder } from '../model/name-in-folder';

/**
 * Checks that a name is free in a folder. The caller must hold the lock on the owner's files
 * (owner-turn.ts).
 * @param except the id of the file or folder that will get the name; this item may already have it
 * @throws DomainError path_taken: by a file, a folder, or an unfinished upload
 */
export async function mustBeFree(
  tx: Transaction,
  folderId: string,
  name: string,
  now: Date,
  except?: string,
): Promise<void> {
  const there = await findByNameInFolder(tx, folderId, name);
  if (there && there.id !== except) throw new DomainError('path_taken');
  if (!there && (await isNameReserved(tx, folderId, name, now)))
    throw new DomainError('path_taken');
}
