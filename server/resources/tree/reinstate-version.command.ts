import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { addVersion } from '../model/add-version';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { findOwnResource } from '../model/visible-resource';
import { lockVersionContent } from './locked-version';

/** Makes an earlier version of a file the newest again, by adding a version with its content. */
export class ReinstateVersion extends Command<void> {
  constructor(
    readonly fileId: string,
    readonly number: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ReinstateVersion)
export class ReinstateVersionHandler implements ICommandHandler<ReinstateVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent. The quota is not checked, since the file already has these bytes.
   * @throws DomainError not_found, forbidden, still_checked, infected, too_many_file_versions
   */
  execute({ fileId, number, caller }: ReinstateVersion): Promise<void> {
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const file = { id: fileId, kind: 'file' } as const;
      const { deleted_at } = await findOwnResource(tx.manager, file, caller.person.account_id);
      if (deleted_at !== null) throw new DomainError('not_found');
      await addVersion(tx, fileId, await lockVersionContent(tx, fileId, number), this.clock.now());
    });
  }
}
