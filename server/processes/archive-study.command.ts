import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import type { Person } from '../access/person';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { isStudyRecruiting } from '../enrolment/model/is-study-recruiting';
import { archiveStudy } from '../studies/archive-study';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';

export class ArchiveStudy extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ArchiveStudy)
export class ArchiveStudyHandler implements ICommandHandler<ArchiveStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly gate: StudyGate,
  ) {}

  /**
   * Archives a study. Idempotent. Fails while a launched session is open. Afterwards, sessions that
   * were not launched yet cannot be launched.
   * @throws DomainError not_found, forbidden, study_recruiting
   */
  async execute({ studyId, person, requestId }: ArchiveStudy): Promise<void> {
    await this.gate.must('archive', studyId, person.account_id);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'archive', person.account_id);
        if (study.state === 'archived') return;
        if (await isStudyRecruiting(tx, studyId)) throw new DomainError('study_recruiting');
        await archiveStudy(tx, studyId, this.clock.now());
      },
      { requestId },
    );
  }
}
