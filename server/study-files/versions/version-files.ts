import type { Transaction } from '../../platform/db/unit-of-work';

/** A version of a study, and its files ordered by path. */
export interface VersionWithFiles {
  readonly number: number;
  readonly files: readonly { path: string; bytes: number; sha256: string }[];
}

/** @returns undefined where the study has no such version */
export async function versionWithFiles(
  on: Pick<Transaction, 'query'>,
  studyId: string,
  versionId: string,
): Promise<VersionWithFiles | undefined> {
  const [version] = await on.query<VersionWithFiles>(
    `SELECT v.number, coalesce((
       SELECT jsonb_agg(jsonb_build_object('path', f.path, 'bytes', f.bytes, 'sha256', f.sha256)
         ORDER BY f.path COLLATE "C")
       FROM research.study_version_file f WHERE f.version_id = v.id), '[]') AS files
     FROM research.study_version v WHERE v.id = $1 AND v.study_id = $2`,
    [versionId, studyId],
  );
  return version;
}

export interface VersionFile {
  path: string;
  /** The hash of the file, in hexadecimal digits. */
  sha256: string;
  mime: string;
  bytes: number;
}

/** Reads the files of a version, the smallest first; files of equal size by path. */
export const filesBySize = (tx: Transaction, versionId: string): Promise<VersionFile[]> =>
  tx.query(
    `SELECT path, sha256, mime, bytes FROM research.study_version_file
     WHERE version_id = $1 ORDER BY bytes, path`,
    [versionId],
  );
