import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { permissionError } from '../../studies/people/refusals';
import { StudyStorage } from '../../studies/study-storage';
import { addVersion } from '../model/add-version';
import { requireFolderOfOwner } from '../model/own-folder';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { findVisibleOutsideBin } from '../model/visible-resource';
import { mustNotBeTooManyResources } from '../model/resource-count';
import { mustBeFree } from './free-name';
import { lockVersionContent } from './locked-version';
import { readFileOrigin } from './origin-of';

/** Copies a file and returns the id of the copy. */
export class CopyFile extends Command<string> {
  constructor(
    readonly fileId: string,
    /**
     * Where the copy goes: `folder_id` is a folder of the caller. Without `name`, the copy gets the
     * file's name.
     */
    readonly to: { readonly folder_id: string; readonly name?: string | undefined },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CopyFile)
export class CopyFileHandler implements ICommandHandler<CopyFile> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Copies a file. Stores licence, creator and source with the copy. If the original file states
   * none, the copy gets the texts of the folders above the original. The row of the copied version
   * is locked until the transaction ends, so that its bytes are not deleted.
   * @throws DomainError not_found, forbidden, path_taken, quota_exceeded, still_checked, infected,
   * too_many_resources
   */
  execute({ fileId, to, caller }: CopyFile): Promise<string> {
    const { account_id } = caller.person;
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const file = await findVisibleOutsideBin(
        tx.manager,
        { id: fileId, kind: 'file' },
        account_id,
      );
      if (file.may === 'read') throw permissionError(true);
      const now = this.clock.now();
      const version = await lockVersionContent(tx, fileId);
      const folder = await requireFolderOfOwner(tx, account_id, to.folder_id);
      const name = to.name ?? file.name;
      await mustBeFree(tx, folder.id, name, now);
      const id = timeOrderedId();
      await this.room.within(
        tx,
        account_id,
        async () => {
          await insertCopy(tx, { id, fileId, ownerId: account_id, folderId: folder.id, name, now });
          await addVersion(tx, id, version, now);
        },
        { code: 'quota_exceeded' },
      );
      await mustNotBeTooManyResources(tx, account_id);
      return id;
    });
  }
}

interface NewCopy {
  readonly id: string;
  readonly fileId: string;
  readonly ownerId: string;
  readonly folderId: string;
  readonly name: string;
  readonly now: Date;
}

async function insertCopy(
  tx: Transaction,
  { id, fileId, ownerId, folderId, name, now }: NewCopy,
): Promise<void> {
  const { licence, creator, source } = await readFileOrigin(tx, fileId);
  await tx.query(
    `INSERT INTO research.resource
       (id, owner_id, parent_id, kind, name, name_key, licence, creator, source, newest, created_at, updated_at)
     VALUES ($1, $2, $3, 'file', $4, $5, $6, $7, $8, 0, $9, $9)`,
    [id, ownerId, folderId, name, nameComparisonKey(name), licence, creator, source, now],
  );
}
