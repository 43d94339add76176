import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Upload } from '../../../contracts/base/endpoint';
import { asOneLine } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { VersionReport } from '../../../contracts/study-files';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { Storage, type ArrivedFile } from '../../platform/storage/storage';
import { lockedStudy } from '../../studies/locked-study';
import { unpack } from '../archive/unpack';
import { isSoonMade } from '../report/is-soon-made.rule';
import { ReportMaker, reportColumns } from '../report/report-maker';
import { insertFiles } from './insert-files';
import { manifestHash, type ManifestFile } from './manifest';
import { StudyVersion } from './study-version.entity';

/** Answers with the version, and whether this call made it. */
export class UploadVersion extends Command<{ id: string; made: boolean }> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
    readonly archive: Upload,
  ) {
    super();
  }
}

interface Content {
  name: string;
  files: ManifestFile[];
  leftOut: string[];
  report: VersionReport | null;
}

@CommandHandler(UploadVersion)
export class UploadVersionHandler implements ICommandHandler<UploadVersion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly reports: ReportMaker,
  ) {}

  /**
   * The archive arrives on disk, is unpacked, checked and kept; then one transaction makes the
   * version. What dies before leaves contents that nothing refers to. The same files again are the
   * version that they are already. Ask `mustBeOf` first.
   * @throws DomainError not_found, forbidden, study_archived, too_many_versions, archive_refused,
   * too_large, malformed_body
   */
  async execute({ studyId, caller, archive }: UploadVersion): Promise<{
    id: string;
    made: boolean;
  }> {
    const { files, leftOut } = await this.unpacked(archive);
    const report = isSoonMade(files) ? await this.reports.of(files, leftOut) : null;
    const name = asOneLine(archive.name, '').trim().slice(0, limits.title).trimEnd() || 'study.zip';
    return this.unitOfWork.run(
      (tx) => this.write(tx, studyId, caller.person.account_id, { name, files, leftOut, report }),
      { requestId: caller.request_id },
    );
  }

  private async unpacked(archive: Upload): Promise<{ files: ManifestFile[]; leftOut: string[] }> {
    const arrived: ArrivedFile[] = [];
    const type = 'application/octet-stream';
    const arrive = async (content: AsyncIterable<Uint8Array>, maxBytes: number) => {
      const file = await this.storage.arrive(content, { type, maxBytes });
      arrived.push(file);
      return file;
    };
    try {
      const zip = await arrive(archive.stream, limits.studyArchiveBytes);
      const { files, leftOut } = await unpack(zip.path, zip.size, (content) =>
        arrive(content, limits.studyFileBytes),
      );
      await this.storage.keep(files.map(({ value }) => value));
      return {
        files: files.map(({ path, value }) => ({ path, sha256: value.sha256, bytes: value.size })),
        leftOut,
      };
    } finally {
      await this.storage.discard(arrived);
    }
  }

  private async write(tx: Transaction, studyId: string, account: string, content: Content) {
    const study = await lockedStudy(tx, studyId, 'edit', account);
    if (study.state === 'archived') throw new DomainError('study_archived');
    const sha256 = manifestHash(content.files);
    const same = await tx.manager.findOneBy(StudyVersion, { study_id: studyId, sha256 });
    if (same) return { id: same.id, made: false };
    const [has] = await tx.query<{ versions: number; last: number }>(
      `SELECT count(*)::int AS versions, coalesce(max(number), 0) AS last
       FROM research.study_version WHERE study_id = $1`,
      [studyId],
    );
    if (has && has.versions >= limits.studyVersions) throw new DomainError('too_many_versions');
    const id = timeOrderedId();
    const { name, files, leftOut, report } = content;
    await tx.manager.insert(StudyVersion, {
      id,
      study_id: studyId,
      number: (has?.last ?? 0) + 1,
      sha256,
      name,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      left_out: leftOut,
      ...(report && reportColumns(report)),
      created_by: account,
      created_at: this.clock.now(),
    });
    await insertFiles(tx, id, files);
    tx.record('study-files.version-uploaded', { study_id: studyId, version_id: id });
    return { id, made: true };
  }
}
