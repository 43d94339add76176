import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import type { Person } from '../access/person';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { lockedStudy } from './locked-study';
import { Study } from './study.entity';
import { StudyRead } from './study.read';

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
    private readonly studies: StudyRead,
  ) {}

  /**
   * Once more is no error. A session that was launched must be closed first; one never launched can
   * no longer be.
   * @throws DomainError not_found, forbidden, study_recruiting
   */
  async execute({ studyId, person, requestId }: ArchiveStudy): Promise<void> {
    await this.studies.mustOwn(studyId, person);
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockedStudy(tx, studyId);
        if (study.state === 'archived') return;
        const open = await tx.query(
          `SELECT FROM research.session WHERE study_id = $1 AND launched_at IS NOT NULL AND state <> 'closed' LIMIT 1`,
          [studyId],
        );
        if (open.length > 0) throw new DomainError('study_recruiting');
        await tx.manager.update(Study, studyId, {
          state: 'archived',
          updated_at: this.clock.now(),
        });
        tx.record('studies.study-changed', { study_id: studyId });
      },
      { requestId },
    );
  }
}
