import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { decideReview, listReviews } from '../../../contracts/researchers/researchers';
import { CallerParam, type Caller } from '../../access/caller';
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
  list({ query }: EndpointInput<typeof listReviews>) {
    return this.reviews.list(query);
  }

  @Handles(decideReview)
  async decide(
    { params, body }: EndpointInput<typeof decideReview>,
    @CallerParam() caller: Caller,
  ) {
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
