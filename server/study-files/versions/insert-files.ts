import type { Transaction } from '../../platform/db/unit-of-work';
import type { ManifestFile } from './manifest';
import { mimeTypeOf } from './mime-type';

/** Inserts the files of a new version, whose contents are already stored. */
export async function insertFiles(
  tx: Transaction,
  versionId: string,
  files: readonly ManifestFile[],
): Promise<void> {
  await tx.query(
    `INSERT INTO research.study_version_file (version_id, path, sha256, bytes, mime)
     SELECT $1, f.* FROM unnest($2::text[], $3::text[], $4::int[], $5::text[]) AS f (path, sha256, bytes, mime)`,
    [
      versionId,
      files.map(({ path }) => path),
      files.map(({ sha256 }) => sha256),
      files.map(({ bytes }) => bytes),
      files.map(({ path }) => mimeTypeOf(path)),
    ],
  );
}
