import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { CONFIG, type Config } from '../../config';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import { lockStudyShared } from '../../studies/locked-study';
import { createPreviewAddress } from './preview-address';

export class PreviewVersion extends Command<{ url: string; expires_at: string }> {
  constructor(
    readonly studyId: string,
    readonly versionId: string,
    readonly entry: string | undefined,
    readonly accountId: string,
  ) {
    super();
  }
}

@CommandHandler(PreviewVersion)
export class PreviewVersionHandler implements ICommandHandler<PreviewVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes a preview address for the requested page, else for the first page in the study's
   * settings, else for the most likely one. The page may use the external hosts that the study
   * declares now. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found; validation_failed where the version has no such page
   */
  execute({ studyId, versionId, entry, accountId }: PreviewVersion) {
    return this.unitOfWork.run(async (tx) => {
      // Locks the study, so that a researcher who loses their role at this moment cannot get an
      // address afterwards (serving/end-preview-addresses.ts).
      await lockStudyShared(tx, 'read', studyId, accountId);
      const [version] = await tx.query<{
        entry: string | null;
        set: string | null;
        hosts: string[] | null;
        needs: HostedRuntime['needs'] | null;
        frames: boolean | null;
        own_code: boolean | null;
      }>(
        `SELECT v.entry, CASE WHEN st.runtime->>'version_id' = v.id::text THEN st.runtime->>'entry' END AS set,
           st.runtime->'hosts' AS hosts, st.runtime->'needs' AS needs,
           CASE WHEN st.runtime->>'version_id' = v.id::text THEN (st.runtime->>'frames')::boolean
             ELSE (v.report->>'frames')::boolean END AS frames,
           CASE WHEN st.runtime->>'version_id' = v.id::text AND $3::text IS NULL
             THEN (st.runtime->>'own_code')::boolean END AS own_code
         FROM research.study_version v JOIN research.study_profile st ON st.id = v.study_id
         WHERE v.id = $1 AND v.study_id = $2 FOR SHARE OF v`,
        [versionId, studyId, entry ?? null],
      );
      if (!version) throw new DomainError('not_found');
      const path = entry ?? version.set ?? version.entry;
      const [page] = await tx.query<{ path: string }>(
        `SELECT path FROM research.study_version_file WHERE version_id = $1 AND path = $2::text`,
        [versionId, path],
      );
      if (!page) throw badField('entry', 'invalid');
      return createPreviewAddress(
        tx,
        {
          studyId,
          versionId,
          page: page.path,
          hosts: version.hosts ?? [],
          needs: version.needs ?? [],
          frames: version.frames ?? undefined,
          ownCode: version.own_code ?? undefined,
        },
        this.clock.now(),
        this.config,
      );
    });
  }
}
