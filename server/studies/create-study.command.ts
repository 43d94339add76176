import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { NewStudy } from '../../contracts/studies/studies';
import { Clock } from '../platform/concurrency/clock';
import { badField, DomainError } from '../platform/errors/errors';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { mustNotExceedClassStudies } from './classes/class-builders';
import { classOfNewStudy, type StudyCreator } from './classes/class-of-new-study';
import { breaksClassStudyRules } from './classes/class-study-fields.rule';
import { studyIdsInRules, lockPrivacyChangesOfOwner, mustBeAllowedFollowUp } from './follow-ups';
import { StoredRuntime } from './hosted-runtime';
import { Study } from './study.entity';
import { findStudyFieldContradiction, defaultMaximumMinutes } from './study.rule';

/** Creates a study and returns its id. */
export class CreateStudy extends Command<string> {
  constructor(
    readonly owner: StudyCreator,
    readonly study: z.output<typeof NewStudy>,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(CreateStudy)
export class CreateStudyHandler implements ICommandHandler<CreateStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly runtimes: StoredRuntime,
  ) {}

  /**
   * @throws DomainError
   * - validation_failed: fields contradict each other
   * - not_found, would_reveal: the eligibility rule names studies that it may not name
   * - forbidden, classroom_closed, sandbox_only, too_many_class_studies: only for a class study
   */
  async execute({ owner, study, requestId }: CreateStudy): Promise<string> {
    const id = timeOrderedId();
    const now = this.clock.now();
    const {
      reward,
      additional_notes,
      requirements = [],
      eligibility = [],
      runtime = null,
      payment_terms = null,
      allow_repeats = false,
      offers_credit = false,
      maximum_minutes = defaultMaximumMinutes(study.duration_minutes),
      classroom_id: namedClass,
      ...details
    } = study;
    const wrong = findStudyFieldContradiction({ ...details, maximum_minutes, eligibility });
    if (wrong) throw badField(wrong.path, wrong.code);
    return this.unitOfWork.run(
      async (tx) => {
        const ownerId = owner.account_id;
        const classroom_id = await classOfNewStudy(tx, owner, namedClass, 'classroom_id');
        if (classroom_id !== null && breaksClassStudyRules(study))
          throw new DomainError('sandbox_only');
        if (classroom_id !== null) await mustNotExceedClassStudies(tx, ownerId, classroom_id);
        if (studyIdsInRules(eligibility).length > 0) {
          await lockPrivacyChangesOfOwner(tx, ownerId);
          await mustBeAllowedFollowUp(tx, ownerId, eligibility, study.privacy_level);
        }
        await tx.manager.insert(Study, {
          ...details,
          id,
          owner_id: ownerId,
          classroom_id,
          maximum_minutes,
          requirements,
          eligibility,
          runtime: await this.runtimes.checked(tx, id, runtime),
          allow_repeats,
          offers_credit,
          payment_terms,
          state: 'draft',
          additional_notes: additional_notes || null,
          reward_amount: reward?.amount ?? null,
          reward_currency: reward?.currency ?? null,
          created_at: now,
          updated_at: now,
        });
        tx.record('studies.study-changed', { study_id: id });
        return id;
      },
      { requestId },
    );
  }
}
