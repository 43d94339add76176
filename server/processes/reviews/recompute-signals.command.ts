import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { readNextWaitingReviews } from '../../researchers/reviews/signals.store';
import { ComputeReviewSignals } from './compute-signals.command';

const atOnce = 100;

/** Recomputes the hints of pending reviews. Returns the reviews whose hints changed. */
export class RecomputeReviewSignals extends Command<string[]> {
  /** @param afterReviewId where an earlier run stopped; null to begin with the first review */
  constructor(
    readonly afterReviewId: string | null,
    readonly requestId: string | null,
  ) {
    super();
  }
}

/**
 * Recomputes the hints of all pending reviews in batches. This happens when the list of
 * organizations has changed. The event for the next batch says where to continue.
 */
@CommandHandler(RecomputeReviewSignals)
export class RecomputeReviewSignalsHandler implements ICommandHandler<RecomputeReviewSignals> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
  ) {}

  async execute({ afterReviewId, requestId }: RecomputeReviewSignals): Promise<string[]> {
    const reviews = await this.unitOfWork.run((tx) =>
      readNextWaitingReviews(tx, afterReviewId, atOnce),
    );
    const changed: string[] = [];
    // Each review has a separate transaction, so that an administrator who decides a review waits
    // only for this review, and not for the whole batch.
    for (const { account_id } of reviews) {
      const id = await this.commands.execute(new ComputeReviewSignals(account_id, true));
      if (id !== null) changed.push(id);
    }
    const last = reviews.at(-1);
    // Record the event for the next batch only after this batch is done. If the worker dies
    // earlier, this batch runs again, and most of its hints are already up to date.
    if (last && reviews.length === atOnce)
      await this.unitOfWork.run(
        (tx) =>
          Promise.resolve(
            tx.record('researchers.organizations-changed', { after_review_id: last.id }),
          ),
        { requestId },
      );
    return changed;
  }
}
