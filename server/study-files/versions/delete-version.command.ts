import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockStudy } from '../../studies/locked-study';
import { StudyVersion } from './study-version.entity';

export class DeleteVersion extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly versionId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DeleteVersion)
export class DeleteVersionHandler implements ICommandHandler<DeleteVersion> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes a version and ends its previews. Contents to which nothing else refers are deleted
   * later. The study is locked, so that it cannot start to use this version meanwhile.
   * @throws DomainError not_found, forbidden, version_in_use
   */
  async execute({ studyId, versionId, caller }: DeleteVersion): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', caller.person.account_id);
        const version = await tx.manager.findOne(StudyVersion, {
          select: { id: true, frozen: true },
          where: { id: versionId, study_id: studyId },
          lock: { mode: 'pessimistic_write' },
        });
        if (!version) throw new DomainError('not_found');
        const { runtime } = study;
        if (version.frozen || (isHostedRuntime(runtime) && runtime.version_id === versionId))
          throw new DomainError('version_in_use');
        await tx.manager.delete(StudyVersion, versionId);
      },
      { requestId: caller.request_id },
    );
  }
}
