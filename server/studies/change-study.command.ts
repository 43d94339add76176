import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { StudyChange } from '../../contracts/studies/studies';
import { Clock } from '../platform/concurrency/clock';
import { badField, DomainError } from '../platform/errors/errors';
import type { Person } from '../access/person';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { breaksClassStudyRules } from './classes/class-study-fields.rule';
import { mustBeAllowedFollowUp, requireRightToRunAddedStudies } from './follow-ups';
import { lockPrivacyChangesOfStudy } from './lock-privacy';
import { StoredRuntime } from './hosted-runtime';
import { lockStudy } from './locked-study';
import { Study } from './study.entity';
import { findStudyFieldContradiction, maximumMinutesAfterChange } from './study.rule';

export class ChangeStudy extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly change: z.output<typeof StudyChange>,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeStudy)
export class ChangeStudyHandler implements ICommandHandler<ChangeStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly runtimes: StoredRuntime,
  ) {}

  /**
   * Changes a study. Launched sessions keep the fields that their launch copied; later launches
   * copy the changed fields.
   * @throws DomainError not_found, forbidden, study_archived, study_changed, validation_failed,
   * would_reveal; sandbox_only for a class study
   */
  async execute({ studyId, person, change, requestId }: ChangeStudy): Promise<void> {
    const { reward, additional_notes, version, runtime: givenRuntime, ...details } = change;
    await this.unitOfWork.run(
      async (tx) => {
        const touchesPrivacy = !!(details.eligibility ?? details.privacy_level);
        if (touchesPrivacy) await lockPrivacyChangesOfStudy(tx, studyId);
        const study = await lockStudy(tx, studyId, 'edit', person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        if (version !== undefined && version !== study.version)
          throw new DomainError('study_changed');
        if (study.classroom_id !== null && breaksClassStudyRules(change))
          throw new DomainError('sandbox_only');
        const runtime = givenRuntime && (await this.runtimes.checked(tx, studyId, givenRuntime));
        const given = Object.fromEntries(
          Object.entries({ ...details, runtime }).filter(([, value]) => value !== undefined),
        ) as Partial<Study>;
        const next = {
          ...study,
          ...given,
          maximum_minutes: maximumMinutesAfterChange(study, change),
        };
        const wrong = findStudyFieldContradiction(next);
        if (wrong) throw badField(wrong.path, wrong.code);
        if (touchesPrivacy) {
          await mustBeAllowedFollowUp(tx, study.owner_id, next.eligibility, next.privacy_level);
          await requireRightToRunAddedStudies(
            tx,
            person.account_id,
            study.eligibility,
            next.eligibility,
          );
        }
        await tx.manager.update(Study, studyId, {
          ...given,
          version: study.version + 1,
          maximum_minutes: next.maximum_minutes,
          updated_at: this.clock.now(),
          ...(additional_notes !== undefined && { additional_notes: additional_notes || null }),
          ...(reward !== undefined && {
            reward_amount: reward?.amount ?? null,
            reward_currency: reward?.currency ?? null,
          }),
        });
        tx.record('studies.study-changed', { study_id: studyId });
      },
      { requestId, turn: studyId },
    );
  }
}
