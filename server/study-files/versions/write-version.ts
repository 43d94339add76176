import { limits } from '../../../contracts/base/limits';
import type { VersionReport } from '../../../contracts/study-files';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { reportColumns } from '../report/report-maker';
import { insertFiles } from './insert-files';
import { manifestHash, type ManifestFile } from './manifest';
import { StudyVersion } from './study-version.entity';

export interface VersionContent {
  name: string;
  files: ManifestFile[];
  leftOut: string[];
  /** Null where a worker makes it. */
  report: VersionReport | null;
}

/**
 * The next version of a study, which is locked, of contents that are kept; the same files again are
 * the version that they are already.
 * @throws DomainError too_many_versions
 */
export async function writeVersion(
  tx: Transaction,
  studyId: string,
  { name, files, leftOut, report }: VersionContent,
  by: { account: string; now: Date },
): Promise<{ id: string; made: boolean }> {
  const sha256 = manifestHash(files);
  const same = await tx.manager.findOneBy(StudyVersion, { study_id: studyId, sha256 });
  if (same) return { id: same.id, made: false };
  const [has] = await tx.query<{ versions: number; last: number }>(
    `SELECT count(*)::int AS versions, coalesce(max(number), 0) AS last
     FROM research.study_version WHERE study_id = $1 AND number > 0`,
    [studyId],
  );
  if (has && has.versions >= limits.studyVersions) throw new DomainError('too_many_versions');
  const id = timeOrderedId();
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
    created_by: by.account,
    created_at: by.now,
  });
  await insertFiles(tx, id, files);
  tx.record('study-files.version-uploaded', { study_id: studyId, version_id: id });
  return { id, made: true };
}
