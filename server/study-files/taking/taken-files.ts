import type { Transaction } from '../../platform/db/unit-of-work';
import { badFields } from '../../platform/errors/errors';
import type { CopyableFileVersion } from '../../resources/taking/takeable-files.read';
import type { ManifestFile } from '../versions/manifest';

/** A file of a study whose bytes were copied from a version of a resource file. */
export interface FileFromResources extends ManifestFile {
  readonly file_id: string;
  readonly version: number;
}

/**
 * Combines the contents of resource files with the paths that they get in the study.
 * @param asked the requested files, with their paths in the study
 * @param contents the contents of these files, in the same order
 * @throws DomainError validation_failed that names each file with more than `mostBytes` bytes
 */
export function assignPathsToResourceFiles(
  asked: readonly { readonly path: string }[],
  contents: readonly CopyableFileVersion[],
  mostBytes: number,
): FileFromResources[] {
  const tooLarge = contents.flatMap(({ bytes }, i) =>
    bytes > mostBytes ? [{ path: `resources.${i}`, code: 'too_big' }] : [],
  );
  if (tooLarge.length > 0) throw badFields(tooLarge);
  return contents.map(({ file_id, version, sha256, bytes }, i) => ({
    path: asked[i]?.path ?? '',
    sha256,
    bytes,
    file_id,
    version,
  }));
}

/**
 * Records which resource files a study's files were copied from, so that its editors can see which
 * of them have changed since.
 */
export async function recordFilesFromResources(
  tx: Transaction,
  studyId: string,
  taken: readonly FileFromResources[],
): Promise<void> {
  await tx.query(
    `INSERT INTO research.taken_resource (study_id, sha256, resource_id, number)
     SELECT DISTINCT ON (t.sha256, t.file_id) $1::uuid, t.sha256, t.file_id, t.number
     FROM unnest($2::text[], $3::uuid[], $4::int[]) AS t (sha256, file_id, number)
     ORDER BY t.sha256, t.file_id, t.number DESC
     ON CONFLICT (study_id, sha256, resource_id) DO UPDATE SET number = excluded.number`,
    [
      studyId,
      taken.map(({ sha256 }) => sha256),
      taken.map(({ file_id }) => file_id),
      taken.map(({ version }) => version),
    ],
  );
}
