import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { readReviewedStudy } from './reviewed-study';

export class RemoveReviewComment extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly commentId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveReviewComment)
export class RemoveReviewCommentHandler implements ICommandHandler<RemoveReviewComment> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError not_found, forbidden for a comment of another author */
  execute({ studyId, commentId, caller }: RemoveReviewComment): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        const { study } = await readReviewedStudy(tx, studyId, account_id);
        const [comment] = await tx.query<{ own: boolean }>(
          `SELECT coalesce(author_id = $3, false) AS own FROM identity.review_comment WHERE id = $1 AND study_id = $2`,
          [commentId, studyId, account_id],
        );
        if (!comment) throw new DomainError('not_found');
        if (!comment.own) throw new DomainError('forbidden');
        await tx.query(`DELETE FROM identity.review_comment WHERE id = $1`, [commentId]);
        recordClassroomChanged(tx, study.classroom_id);
      },
      { requestId: caller.request_id },
    );
  }
}
