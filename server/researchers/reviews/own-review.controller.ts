import { Controller } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { readOwnReview } from '../../../contracts/researchers/researchers';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { ReviewRead } from './review.read';

/**
 * Shows researchers the part of their own review that they may see; only administrators see the
 * queue.
 */
@Controller()
export class OwnReviewController {
  constructor(private readonly reviews: ReviewRead) {}

  @Handles(readOwnReview)
  async own(_: EndpointInput<typeof readOwnReview>, @CallerParam() { person }: Caller) {
    return { last_decision: await this.reviews.lastDecision(person.account_id) };
  }
}
