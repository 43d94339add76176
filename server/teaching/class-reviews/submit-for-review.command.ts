import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { mustBuildInClass } from '../../studies/classes/class-builders';
import type { StudyOfClass } from '../../studies/classes/studies-of-class';
import { lockStudy } from '../../studies/locked-study';
import type { Study } from '../../studies/study.entity';
import { requireReasonsBeforeReview } from '../../study-files/versions/reasons';
import { recordClassroomChanged } from '../model/classroom-changed';
import { putClassConsentInForce } from './class-consent-form';
import { readCurrentReviewContent, type CurrentReviewContent } from './review-content';
import { approvalInForce } from './review-state.rule';
import { readReviewSubmissions } from './review-steps';
import { lockOpenClassroom } from './reviewed-study';

export class SubmitForReview extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly words: string | null,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SubmitForReview)
export class SubmitForReviewHandler implements ICommandHandler<SubmitForReview> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Submits the content that a launch of the study would copy now, under the consent form of its
   * class. If an earlier submission still waits and the study has changed since, the new one
   * replaces it. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError
   * - forbidden: the caller does not edit the study, or no longer builds in the class
   * - illegal_transition: a submission of exactly this content already waits or is approved
   * - not_found, not_class_study, study_archived, classroom_closed, runtime_missing,
   * reasons_missing, consent_missing
   */
  execute({ studyId, words, caller }: SubmitForReview): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', account_id);
        if (!isOfClass(study)) throw new DomainError('not_class_study');
        if (study.state === 'archived') throw new DomainError('study_archived');
        await lockOpenClassroom(tx, study.classroom_id);
        await mustBuildInClass(tx, account_id, study.classroom_id, 'forbidden');
        if (!study.runtime) throw new DomainError('runtime_missing');
        await requireReasonsBeforeReview(tx, study.runtime);
        const now = this.clock.now();
        await putClassConsentInForce(tx, study, caller.language, now);
        const present = await readCurrentReviewContent(tx, study);
        await replaceWaiting(tx, studyId, present.digest);
        await insert(tx, study, present, { words, by: account_id, at: now });
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}

const isOfClass = (study: Study): study is StudyOfClass => study.classroom_id !== null;

/**
 * Removes the submission that waits.
 * @throws DomainError illegal_transition if the waiting submission already has the content with
 * this digest, or if this content is approved already
 */
async function replaceWaiting(tx: Transaction, studyId: string, digest: string): Promise<void> {
  const steps = await readReviewSubmissions(tx, studyId);
  const [newest] = steps;
  const waits = newest?.state === 'submitted' ? newest : null;
  if (waits?.digest === digest) throw new DomainError('illegal_transition', { from: 'submitted' });
  if (approvalInForce(steps)?.digest === digest)
    throw new DomainError('illegal_transition', { from: 'approved' });
  if (waits) await tx.query(`DELETE FROM identity.class_review WHERE id = $1`, [waits.id]);
}

async function insert(
  tx: Transaction,
  study: StudyOfClass,
  { digest, content }: CurrentReviewContent,
  { words, by, at }: { words: string | null; by: string; at: Date },
): Promise<void> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.class_review
       (id, study_id, classroom_id, state, digest, content, submitted_by, submitted_at, words)
     VALUES ($1, $2, $3, 'submitted', $4, $5, $6, $7, $8)`,
    [id, study.id, study.classroom_id, digest, JSON.stringify(content), by, at, words],
  );
  tx.record('teaching.review-submitted', { review_id: id });
  recordClassroomChanged(tx, study.classroom_id);
}
