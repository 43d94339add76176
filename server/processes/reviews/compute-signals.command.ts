import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { readIdentityHintsForReview } from '../../authentication/identities.store';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  lockWaitingReview,
  computeReviewSignals,
  writeReviewSignals,
} from '../../researchers/reviews/signals.store';

/**
 * Computes the hints of an account's pending review. Returns the id of that review. Returns null if
 * the account has no pending review. With `onlyAChange`, also returns null if no hint changed.
 */
export class ComputeReviewSignals extends Command<string | null> {
  constructor(
    readonly accountId: string,
    readonly onlyAChange = false,
  ) {
    super();
  }
}

/**
 * Computes hints that help an administrator to decide a review. All of them come from the database,
 * and none decides anything by itself. The operation involves two contexts: reviews belong to the
 * researchers' context, identities to authentication.
 */
@CommandHandler(ComputeReviewSignals)
export class ComputeReviewSignalsHandler implements ICommandHandler<ComputeReviewSignals> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ accountId, onlyAChange }: ComputeReviewSignals): Promise<string | null> {
    return this.unitOfWork.run(async (tx) => {
      // Locks the review before it reads the data. If two runs overlap, the second run waits and
      // then reads the data. So the hints that are stored last come from the newest data.
      const review = await lockWaitingReview(tx, accountId);
      if (!review) return null;
      const [researcher] = await tx.query<{ email: string; verified: boolean }>(
        `SELECT email, status = 'ACTIVE' AS verified FROM identity.person WHERE id = $1`,
        [accountId],
      );
      if (!researcher) throw new Error('a review outlives its account by no moment');
      const signals = await computeReviewSignals(tx, review, {
        ...researcher,
        ...(await readIdentityHintsForReview(tx, accountId)),
      });
      const now = this.clock.now();
      return (await writeReviewSignals(tx, review.id, signals, { now, onlyAChange }))
        ? review.id
        : null;
    });
  }
}
