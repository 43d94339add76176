import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import { replaceUnsafeCharacters } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Storage, type TemporaryUpload } from '../../platform/storage/storage';
import { lockStudy } from '../../studies/locked-study';
import { findStudyOwnerId } from '../../studies/people/study-owner';
import { StudyStorage } from '../../studies/study-storage';
import type { ArchiveNotes } from '../archive/archive.rule';
import { unpackArchive } from '../archive/unpack';
import { ReportMaker } from '../report/report-maker';
import { insertVersion, type VersionContent } from './insert-version';
import type { ManifestFile } from '../versions/manifest';

/** Uploads an archive as a version. Returns the version, and whether this call created it. */
export class UploadVersion extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
    readonly archive: UploadedFile,
  ) {
    super();
  }
}

@CommandHandler(UploadVersion)
export class UploadVersionHandler implements ICommandHandler<UploadVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly reports: ReportMaker,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Creates a version from an uploaded archive. The server first receives, unpacks, checks and
   * stores the archive. Then one transaction creates the version. If the server fails before, only
   * files without references remain, and a job deletes them. If a version with equal files exists,
   * it is returned. The caller must have checked the permission with `StudyGate`.
   * @throws DomainError not_found, forbidden, study_archived, too_many_versions, archive_refused,
   * storage_full, too_large, malformed_body
   */
  async execute({ studyId, caller, archive }: UploadVersion): Promise<{
    id: string;
    made: boolean;
  }> {
    const { files, archiveNotes } = await this.unpacked(archive, studyId);
    const report = await this.reports.soon(files, archiveNotes);
    const name =
      replaceUnsafeCharacters(archive.name, '').trim().slice(0, limits.title).trimEnd() ||
      'study.zip';
    return this.unitOfWork.run(
      (tx) =>
        this.write(tx, studyId, caller.person.account_id, { name, files, archiveNotes, report }),
      // In this process, uploads of versions run one after the other. Each checks the quota of the
      // study's owner before the next one begins.
      { requestId: caller.request_id, turn: 'study-versions' },
    );
  }

  private async unpacked(
    archive: UploadedFile,
    studyId: string,
  ): Promise<{ files: ManifestFile[]; archiveNotes: ArchiveNotes }> {
    const arrived: TemporaryUpload[] = [];
    const type = 'application/octet-stream';
    const arrive = async (content: AsyncIterable<Uint8Array>, maxBytes: number) => {
      const file = await this.storage.arrive(content, { type, maxBytes });
      arrived.push(file);
      return file;
    };
    try {
      const zip = await arrive(archive.stream, studyFilesLimits.studyArchiveBytes);
      const { files, archiveNotes } = await unpackArchive(zip.path, zip.size, (content) =>
        arrive(content, studyFilesLimits.studyFileBytes),
      );
      const named = files.map(({ path, value: { sha256, size } }) => ({
        path,
        sha256,
        bytes: size,
      }));
      const owner = await findStudyOwnerId(this.source, studyId);
      if (owner) await this.room.mustHaveRoom(owner, named);
      await this.storage.keep(files.map(({ value }) => value));
      return { files: named, archiveNotes };
    } finally {
      await this.storage.discard(arrived);
    }
  }

  private async write(tx: Transaction, studyId: string, account: string, content: VersionContent) {
    const study = await lockStudy(tx, studyId, 'edit', account);
    if (study.state === 'archived') throw new DomainError('study_archived');
    const version = { studyId, account, now: this.clock.now(), ...content };
    return this.room.within(tx, study.owner_id, () => insertVersion(tx, version));
  }
}
