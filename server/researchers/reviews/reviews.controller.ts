import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import { decideReview, listReviews } from '../../../contracts/researchers/researchers';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { DecideReview } from './decide-review.command';
import { ReviewRead } from './review.read';

@Controller()
export class ReviewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reviews: ReviewRead,
  ) {}

  @Handles(listReviews)
  list({ query }: Input<typeof listReviews>) {
    return this.reviews.list(query);
  }

  @Handles(decideReview)
  async decide({ params, body }: Input<typeof decideReview>, @TheCaller() caller: Caller) {
    const decision = {
      accountId: params.user_id,
      approve: body.decision === 'approve',
      reason: body.reason,
      reviewId: body.review_id ?? null,
      decidedBy: caller.person.account_id,
    };
    return this.reviews.byId(
      await this.commands.execute(new DecideReview(decision, caller.request_id)),
    );
  }
}
