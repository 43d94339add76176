import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { runSeriallyForOwner, ownerAndRequestOf } from '../model/owner-turn';
import { findOwnResource, type VisibleResource } from '../model/visible-resource';
import { deleteForGood } from './delete-for-good';

/** Moves a file, or a folder with its content, to the bin, or deletes it permanently. */
export class DeleteResource extends Command<void> {
  constructor(
    readonly what: Pick<VisibleResource, 'id' | 'kind'>,
    readonly isForGood: boolean,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DeleteResource)
export class DeleteResourceHandler implements ICommandHandler<DeleteResource> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: an item that is in the bin already keeps its time of deletion.
   * @throws DomainError not_found, forbidden (also for a root folder)
   */
  execute({ what, isForGood, caller }: DeleteResource): Promise<void> {
    return runSeriallyForOwner(this.unitOfWork, ownerAndRequestOf(caller), async (tx) => {
      const place = await findOwnResource(tx.manager, what, caller.person.account_id);
      if (place.parent_id === null) throw new DomainError('forbidden');
      const now = this.clock.now();
      if (isForGood) return deleteForGood(tx, place, now);
      await tx.query(
        'UPDATE research.resource SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL',
        [place.id, now],
      );
    });
  }
}
