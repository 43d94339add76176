import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { addReviewComment, ReviewComment } from '../../../contracts/teaching/class-studies';
import { teachingLimits } from '../../../contracts/teaching/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { readReviewComments } from './review-comments';
import { readReviewedStudy } from './reviewed-study';

/** Returns the comment. */
export class AddReviewComment extends Command<ReviewComment> {
  constructor(
    readonly studyId: string,
    readonly comment: EndpointInput<typeof addReviewComment>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(AddReviewComment)
export class AddReviewCommentHandler implements ICommandHandler<AddReviewComment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, too_many_comments */
  execute({ studyId, comment, caller }: AddReviewComment): Promise<ReviewComment> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        // The lock makes simultaneous calls run one after the other, so that each counts the
        // comments of all earlier calls.
        const { study, own } = await readReviewedStudy(tx, studyId, account_id, true);
        await mustHaveRoom(tx, studyId, own);
        const id = timeOrderedId();
        await tx.query(
          `INSERT INTO identity.review_comment (id, study_id, part, place, text, author_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [
            id,
            studyId,
            comment.part,
            comment.place || null,
            comment.text,
            account_id,
            this.clock.now(),
          ],
        );
        recordClassroomChanged(tx, study.classroom_id);
        const [added] = await readReviewComments(tx, study, account_id, id);
        if (!added) throw new Error('the comment is not there');
        return added;
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}

/**
 * Checks that the study has not too many comments yet.
 * @param own whether the author builds the study
 */
async function mustHaveRoom(tx: Transaction, studyId: string, own: boolean): Promise<void> {
  const [count] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.review_comment WHERE study_id = $1`,
    [studyId],
  );
  const most = teachingLimits.comments - (own ? teachingLimits.commentsOfStaff : 0);
  if ((count?.n ?? 0) >= most) throw new DomainError('too_many_comments');
}
