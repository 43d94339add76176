import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  addReviewComment,
  decideClassReview,
  listClassStudies,
  previewForReview,
  readClassReview,
  removeReviewComment,
  submitForReview,
} from '../../../contracts/teaching/class-studies';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { studyFilesRateLimits } from '../../study-files/study-files.rate-limits';
import { StudyGate } from '../../studies/people/study-gate';
import { teachingRateLimits } from '../teaching.rate-limits';
import { AddReviewComment } from './add-review-comment.command';
import { ClassReviewRead } from './class-review.read';
import { ClassStudiesRead } from './class-studies.read';
import { DecideReview } from './decide-review.command';
import { PreviewForReview } from './preview-for-review.command';
import { RemoveReviewComment } from './remove-review-comment.command';
import { SubmitForReview } from './submit-for-review.command';

@Controller()
export class ClassReviewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly studies: ClassStudiesRead,
    private readonly reviews: ClassReviewRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(listClassStudies)
  async list(
    { params }: EndpointInput<typeof listClassStudies>,
    @CallerParam() { person }: Caller,
  ) {
    return { items: await this.studies.ofClassroom(params.id, person.account_id) };
  }

  @Handles(readClassReview)
  read({ params }: EndpointInput<typeof readClassReview>, @CallerParam() caller: Caller) {
    return this.reviews.of(params.id, caller);
  }

  @Handles(submitForReview)
  async submit(
    { params, body }: EndpointInput<typeof submitForReview>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.limit.consume(teachingRateLimits.reviewAsked, caller.person.account_id);
    await this.commands.execute(new SubmitForReview(params.id, body.words || null, caller));
    return this.reviews.of(params.id, caller);
  }

  @Handles(decideClassReview)
  async decide(
    { params, body }: EndpointInput<typeof decideClassReview>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new DecideReview(params.id, body, caller));
    return this.reviews.of(params.id, caller);
  }

  @Handles(addReviewComment)
  comment({ params, body }: EndpointInput<typeof addReviewComment>, @CallerParam() caller: Caller) {
    return this.commands.execute(new AddReviewComment(params.id, body, caller));
  }

  @Handles(removeReviewComment)
  async removeComment(
    { params }: EndpointInput<typeof removeReviewComment>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new RemoveReviewComment(params.id, params.comment, caller));
    return replyWithStatus(204);
  }

  @Handles(previewForReview)
  async preview(
    { params }: EndpointInput<typeof previewForReview>,
    @CallerParam() { person }: Caller,
  ) {
    await this.limit.consume(studyFilesRateLimits.versionPreview, person.account_id);
    return this.commands.execute(new PreviewForReview(params.id, person.account_id));
  }
}
