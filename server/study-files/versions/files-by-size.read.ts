import type { Transaction } from '../../platform/db/unit-of-work';

export interface VersionFile {
  path: string;
  /** The hash of the file, in hexadecimal digits. */
  sha256: string;
  mime: string;
  bytes: number;
}

/** The files of a version, the smallest first; those of one size by their paths. */
export const filesBySize = (tx: Transaction, versionId: string): Promise<VersionFile[]> =>
  tx.query(
    `SELECT path, sha256, mime, bytes FROM research.study_version_file
     WHERE version_id = $1 ORDER BY bytes, path`,
    [versionId],
  );
