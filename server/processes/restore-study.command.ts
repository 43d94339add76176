import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import type { Person } from '../access/person';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { wasStudyLaunched } from '../enrolment/model/is-study-recruiting';
import { restoreStudy } from '../studies/archive-study';
import { mustBeAllowedFollowUp } from '../studies/follow-ups';
import { lockPrivacyChangesOfStudy } from '../studies/lock-privacy';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';

export class RestoreStudy extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RestoreStudy)
export class RestoreStudyHandler implements ICommandHandler<RestoreStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly gate: StudyGate,
  ) {}

  /**
   * Restores an archived study. Idempotent. Fails if the study shows names and its eligibility
   * rules admit only people who took part in an anonymous study: each name would reveal that this
   * person took part anonymously (follow-ups.ts). This is checked here, because the anonymous study
   * may have been launched after this study was archived.
   * @throws DomainError not_found, forbidden, would_reveal
   */
  async execute({ studyId, person, requestId }: RestoreStudy): Promise<void> {
    await this.gate.must('archive', studyId, person.account_id);
    await this.unitOfWork.run(
      async (tx) => {
        await lockPrivacyChangesOfStudy(tx, studyId);
        const study = await lockStudy(tx, studyId, 'archive', person.account_id);
        if (study.state !== 'archived') return;
        await mustBeAllowedFollowUp(tx, study.owner_id, study.eligibility, study.privacy_level);
        await restoreStudy(tx, studyId, await wasStudyLaunched(tx, studyId), this.clock.now());
      },
      { requestId },
    );
  }
}
