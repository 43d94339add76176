import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { decideClassReview } from '../../../contracts/teaching/class-studies';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { launchContent } from '../../enrolment/launch/launch-content';
import { recordClassroomChanged } from '../model/classroom-changed';
import { readReviewSubmissions } from './review-steps';
import { readReviewedStudy } from './reviewed-study';

type Decision = EndpointInput<typeof decideClassReview>['body'];
interface Decider {
  readonly by: string;
  readonly at: Date;
}

export class DecideReview extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly decision: Decision,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideReview)
export class DecideReviewHandler implements ICommandHandler<DecideReview> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Approves the waiting submission, or asks for changes, which also revokes the newest approval.
   * This transaction and a launch of the study run one after the other.
   * @throws DomainError not_found, forbidden; illegal_transition if no submission waits;
   * version_changed if the submission has other content than the instructor has read, or if the
   * study has changed since
   */
  execute({ studyId, decision, caller }: DecideReview): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        const { study, mayDecide } = await readReviewedStudy(tx, studyId, account_id, true);
        if (!mayDecide) throw new DomainError('forbidden');
        const [newest] = await readReviewSubmissions(tx, studyId);
        const takesBack = newest?.state === 'approved' && decision.state === 'changes_asked';
        if (!newest || (newest.state !== 'submitted' && !takesBack))
          throw new DomainError('illegal_transition', { from: newest?.state ?? 'none' });
        if (newest.digest !== decision.digest) throw new DomainError('version_changed');
        if (!takesBack && (await launchContent(tx, study)).digest !== newest.digest)
          throw new DomainError('version_changed');
        const decider = { by: account_id, at: this.clock.now() };
        const id = await (takesBack ? takeBack : decide)(tx, newest.id, decision, decider);
        tx.record('teaching.review-decided', { review_id: id });
        recordClassroomChanged(tx, study.classroom_id);
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}

/** Stores the decision. @returns the id of the submission */
async function decide(
  tx: Transaction,
  id: string,
  { state, words }: Decision,
  { by, at }: Decider,
): Promise<string> {
  await tx.query(
    `UPDATE identity.class_review SET state = $2, decided_by = $3, decided_at = $4, decision_words = $5 WHERE id = $1`,
    [id, state, by, at, words || null],
  );
  return id;
}

/**
 * Revokes an approval. The approved row stays unchanged; a further row with the same content
 * records the request for changes.
 */
async function takeBack(
  tx: Transaction,
  approved: string,
  { words }: Decision,
  { by, at }: Decider,
): Promise<string> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.class_review (id, study_id, classroom_id, state, digest, content, submitted_by, submitted_at,
       words, decided_by, decided_at, decision_words)
     SELECT $2, study_id, classroom_id, 'changes_asked', digest, content, submitted_by, greatest($4, submitted_at), words,
       $3, $4, $5
     FROM identity.class_review WHERE id = $1`,
    [approved, id, by, at, words || null],
  );
  return id;
}
