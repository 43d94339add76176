import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { VersionReport } from '../../../contracts/study-files/study-files';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { requestCheck } from '../report/recheck/recheck-version.command';
import { finishedReportColumns } from '../report/recheck/version-check';
import type { ArchiveNotes } from '../archive/archive.rule';
import { reportColumns } from '../report/report-maker';
import { insertFiles } from '../versions/insert-files';
import { manifestHash, type ManifestFile } from '../versions/manifest';
import { StudyVersion } from '../versions/study-version.entity';

export interface VersionContent {
  name: string;
  files: ManifestFile[];
  archiveNotes: ArchiveNotes;
  /** The report of the version; null where a worker will make it. */
  report: VersionReport | null;
  /** Whether the version was made with the timeline builder, without code by researchers. */
  codeFree?: boolean;
}
export interface NewVersion extends VersionContent {
  studyId: string;
  account: string;
  now: Date;
}

/**
 * Creates a version of a study from files that are stored already. The caller must have locked the
 * study. If a version with equal files exists, it is returned.
 * @throws DomainError too_many_versions
 */
export async function insertVersion(
  tx: Transaction,
  { studyId, account, now, name, files, archiveNotes, report, codeFree = false }: NewVersion,
): Promise<{ id: string; made: boolean }> {
  const sha256 = manifestHash(files);
  const same = await tx.manager.findOneBy(StudyVersion, { study_id: studyId, sha256 });
  if (same) {
    // A version with the same files exists. Its `code_free` may be false because it was uploaded,
    // or published before this field existed.
    if (codeFree && !same.code_free)
      await tx.manager.update(StudyVersion, { id: same.id }, { code_free: true });
    if (same.stopped && report)
      await tx.manager.update(StudyVersion, { id: same.id }, finishedReportColumns(report));
    else if (same.stopped) await requestCheck(tx, same, now);
    return { id: same.id, made: false };
  }
  const [has] = await tx.query<{ versions: number; last: number }>(
    `SELECT count(*)::int AS versions, coalesce(max(number), 0) AS last
     FROM research.study_version WHERE study_id = $1 AND number > 0`,
    [studyId],
  );
  if (has && has.versions >= studyFilesLimits.studyVersions)
    throw new DomainError('too_many_versions');
  const id = timeOrderedId();
  await tx.manager.insert(StudyVersion, {
    id,
    study_id: studyId,
    number: (has?.last ?? 0) + 1,
    sha256,
    name,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    left_out: [...archiveNotes.leftOut],
    archive_notes: archiveNotes.notes,
    code_free: codeFree,
    ...(report && reportColumns(report)),
    created_by: account,
    created_at: now,
  });
  await insertFiles(tx, id, files);
  tx.record('study-files.version-uploaded', { study_id: studyId, version_id: id });
  return { id, made: true };
}
