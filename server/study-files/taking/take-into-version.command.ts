import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { copyResourcesToVersion } from '../../../contracts/study-files/copied-resources';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { CopyableFilesRead } from '../../resources/taking/takeable-files.read';
import { lockStudy } from '../../studies/locked-study';
import { StudyStorage } from '../../studies/study-storage';
import { noArchiveNotes } from '../archive/archive.rule';
import { ReportMaker } from '../report/report-maker';
import { insertVersion } from '../uploads/insert-version';
import type { ManifestFile } from '../versions/manifest';
import {
  recordFilesFromResources,
  assignPathsToResourceFiles,
  type FileFromResources,
} from './taken-files';
import { mergedFiles, versionFaults } from './merged-files.rule';

/** Adds resource files to a version. Returns the new version, and whether this call created it. */
export class CopyFilesIntoVersion extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly asked: EndpointInput<typeof copyResourcesToVersion>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Base {
  readonly name: string;
  readonly files: ManifestFile[];
}

@CommandHandler(CopyFilesIntoVersion)
export class CopyFilesIntoVersionHandler implements ICommandHandler<CopyFilesIntoVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly source: DataSource,
    private readonly takeable: CopyableFilesRead,
    private readonly reports: ReportMaker,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Creates a version from the files of an earlier one and from resource files. If a version with
   * equal files exists, it is returned. The caller must have checked the permission with
   * `StudyGate`.
   * @throws DomainError not_found (the earlier version, or a file), forbidden, study_archived,
   * still_checked, infected, too_many_versions, storage_full, archive_refused
   */
  async execute({ studyId, asked, caller }: CopyFilesIntoVersion) {
    const account = caller.person.account_id;
    const base = await this.base(studyId, asked.base);
    const contents = await this.takeable.contents(account, asked.resources);
    const taken = assignPathsToResourceFiles(
      asked.resources,
      contents,
      studyFilesLimits.studyFileBytes,
    );
    const files = mergedFiles(base.files, taken);
    const faults = versionFaults(files);
    if (faults.length > 0) throw new DomainError('archive_refused', {}, { fields: faults });
    const report = await this.reports.soon(files, noArchiveNotes);
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', account);
        if (study.state === 'archived') throw new DomainError('study_archived');
        const now = this.clock.now();
        const version = { studyId, account, now, name: base.name, files, report };
        return this.room.within(tx, study.owner_id, async () => {
          await this.mustStillBe(tx, { studyId, asked, account, taken });
          const inserted = await insertVersion(tx, { ...version, archiveNotes: noArchiveNotes });
          await recordFilesFromResources(tx, studyId, taken);
          return inserted;
        });
      },
      { requestId: caller.request_id, turn: 'study-versions' },
    );
  }

  /**
   * Reads the contents again in the transaction that will refer to them, since contents that were
   * read before the transaction may be deleted by now.
   */
  private async mustStillBe(
    tx: Transaction,
    {
      studyId,
      asked,
      account,
      taken,
    }: Pick<CopyFilesIntoVersion, 'studyId' | 'asked'> & {
      account: string;
      taken: readonly FileFromResources[];
    },
  ): Promise<void> {
    if (asked.base !== null) {
      const [version] = await tx.query<{ id: string }>(
        `SELECT id FROM research.study_version WHERE id = $1 AND study_id = $2 AND number > 0 FOR KEY SHARE`,
        [asked.base, studyId],
      );
      if (!version) throw new DomainError('not_found');
    }
    const now = await this.takeable.contents(account, asked.resources, tx);
    if (now.some(({ sha256 }, i) => sha256 !== taken[i]?.sha256))
      throw new DomainError('unavailable', {}, { retryAfter: 1 });
  }

  private async base(studyId: string, versionId: string | null): Promise<Base> {
    if (versionId === null) return { name: 'resources', files: [] };
    const [version]: { name: string }[] = await this.source.query(
      `SELECT name FROM research.study_version WHERE id = $1 AND study_id = $2 AND number > 0`,
      [versionId, studyId],
    );
    if (!version) throw new DomainError('not_found');
    const files: ManifestFile[] = await this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
       ORDER BY path COLLATE "C"`,
      [versionId],
    );
    return { name: version.name, files };
  }
}
