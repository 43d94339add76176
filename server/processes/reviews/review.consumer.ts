import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { DomainEvent } from '../../../contracts/base/events';
import type { LiveTopic } from '../../../contracts/live/live-topics';
import { LIVE_EMITTER, type LiveEmitter } from '../../platform/messaging/live-emitter';
import { ComputeReviewSignals } from './compute-signals.command';
import { RecomputeReviewSignals } from './recompute-signals.command';
import type { EventConsumer } from '../../platform/messaging/consumer';

/** The topic of administrators who watch the review queue. */
const queue: LiveTopic = 'reviews';

/**
 * Computes the hints of a review again whenever the data behind the hints have changed. Then
 * notifies the administrators who watch the queue.
 */
@Injectable()
export class ReviewConsumer implements EventConsumer {
  readonly name = 'review';
  readonly concurrency = 5;

  constructor(
    private readonly commands: CommandBus,
    @Inject(LIVE_EMITTER) private readonly live: LiveEmitter,
  ) {}

  private readonly compute = async ({ data }: { data: { account_id: string } }) => {
    const reviewId = await this.commands.execute(new ComputeReviewSignals(data.account_id));
    // The notification is sent even if an earlier run of this event has computed the hints and then
    // died: a repeated notification does no harm.
    if (reviewId !== null)
      this.live.emit(queue, 'review.updated', { _id: reviewId, state: 'pending' });
  };

  readonly on = {
    'researchers.review-requested': this.compute,
    'identity.account-activated': this.compute,
    'identity.identity-linked': this.compute,
    'identity.identity-unlinked': this.compute,
    'identity.profile-changed': this.compute,
    'researchers.organizations-changed': async ({
      data,
      request_id,
    }: DomainEvent<'researchers.organizations-changed'>) => {
      for (const _id of await this.commands.execute(
        new RecomputeReviewSignals(data.after_review_id, request_id),
      ))
        this.live.emit(queue, 'review.updated', { _id, state: 'pending' });
    },
  } satisfies EventConsumer['on'];
}
