import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { resourcesLimits } from '../../../contracts/resources/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { makeFolder } from '../model/folder-by-names';
import { requireFolderOfOwner } from '../model/own-folder';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { mustNotBeTooManyResources } from '../model/resource-count';
import { mustBeFree } from './free-name';

/** Creates a folder and returns its id. */
export class AddFolder extends Command<string> {
  constructor(
    /** An own folder. */
    readonly parentId: string,
    readonly name: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddFolder)
export class AddFolderHandler implements ICommandHandler<AddFolder> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, path_taken, too_many_resources, folder_in_itself (too deep) */
  execute({ parentId, name, caller }: AddFolder): Promise<string> {
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const now = this.clock.now();
      const {
        id: folderId,
        ownerId,
        depth,
      } = await requireFolderOfOwner(tx, caller.person.account_id, parentId);
      if (depth + 1 > resourcesLimits.depth) throw new DomainError('folder_in_itself');
      await mustBeFree(tx, folderId, name, now);
      const id = await makeFolder(tx, { ownerId, folderId, name, now });
      await mustNotBeTooManyResources(tx, ownerId);
      return id;
    });
  }
}
