import type { Timeline } from '../../../contracts/timeline/timeline';
import { studyFilesFolder } from '../../../contracts/timeline/timeline-nodes';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { ManifestFile } from '../versions/manifest';
import { mimeTypeOf } from '../versions/mime-type';

/**
 * Creates a draft in the timeline builder for an imported study, since the import contains no
 * draft. The draft has the timeline and the other files of the imported version.
 */
export async function insertDraft(
  tx: Transaction,
  studyId: string,
  { timeline, files, now }: { timeline: Timeline; files: readonly ManifestFile[]; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO research.study_timeline (study_id, version, timeline, saved_at)
     VALUES ($1, 1, $2, $3)`,
    [studyId, JSON.stringify(timeline), now],
  );
  const beside = files.flatMap((file) =>
    file.path.startsWith(studyFilesFolder)
      ? [{ ...file, path: file.path.slice(studyFilesFolder.length) }]
      : [],
  );
  await tx.query(
    `INSERT INTO research.study_timeline_file (study_id, path, sha256, bytes, mime)
     SELECT $1, f.* FROM unnest($2::text[], $3::text[], $4::int[], $5::text[])
       AS f (path, sha256, bytes, mime)`,
    [
      studyId,
      beside.map(({ path }) => path),
      beside.map(({ sha256 }) => sha256),
      beside.map(({ bytes }) => bytes),
      beside.map(({ path }) => mimeTypeOf(path)),
    ],
  );
}
