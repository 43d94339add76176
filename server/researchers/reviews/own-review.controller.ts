import { Controller } from '@nestjs/common';
import type { Input } from '../../../contracts/base/endpoint';
import { readOwnReview } from '../../../contracts/researchers/researchers';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { ReviewRead } from './review.read';

/** What a researcher may see of their own review; only administrators see the queue. */
@Controller()
export class OwnReviewController {
  constructor(private readonly reviews: ReviewRead) {}

  @Handles(readOwnReview)
  async own(_: Input<typeof readOwnReview>, @TheCaller() { person }: Caller) {
    return { last_decision: await this.reviews.lastDecision(person.account_id) };
  }
}
