import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, days, addMilliseconds } from '../../../../../server/platform/concurrency/clock';
import { timeOrderedId } from '../../../../../server/platform/db/ids';
import { UnitOfWork } from '../../../../../server/platform/db/unit-of-work';

interface Added {
  id: string;
  created_at: Date;
}

export class AddBookmark extends Command<Added> {
  constructor(
    readonly accountId: string,
    readonly studyId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AddBookmark)
export class AddBookmarkHandler implements ICommandHandler<AddBookmark> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ accountId, studyId, requestId }: AddBookmark): Promise<Added> {
    return this.unitOfWork.run(
      async (tx) => {
        const added = { id: timeOrderedId(), created_at: this.clock.now() };
        await tx.query(
          `INSERT INTO research.bookmark (id, account_id, study_id, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5)`,
          [
            added.id,
            accountId,
            studyId,
            added.created_at,
            addMilliseconds(added.created_at, days(365)),
          ],
        );
        tx.record('bookmarks.study-bookmarked', { bookmark_id: added.id, account_id: accountId });
        return added;
      },
      { requestId },
    );
  }
}
