import type { DataSource } from 'typeorm';
import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { timelinePath } from '../timeline-files/folder.rule';
import { readFilesToPreload } from './files-to-preload.read';

/**
 * Counts the bytes that a participant loads before a study with this version begins: pages, scripts,
 * styles, fonts, and the files that are preloaded. If the study uses this version, its settings say
 * which files are preloaded. For a study made with the builder, all files count, since its player
 * loads them all.
 */
export async function countBytesToPreload(
  source: DataSource,
  studyId: string,
  versionId: string,
): Promise<number> {
  const [version]: { all: number; code: number; built: boolean; runtime: HostedRuntime | null }[] =
    await source.query(
      `SELECT coalesce(sum(f.bytes), 0)::float8 AS all,
         coalesce(sum(f.bytes) FILTER (WHERE f.mime ~ '^(font/|text/(html|css|javascript)$)'), 0)::float8 AS code,
         coalesce(bool_or(f.path = $3::text), false) AS built,
         (SELECT st.runtime FROM research.study_profile st
          WHERE st.id = $2 AND st.runtime->>'version_id' = $1::uuid::text) AS runtime
       FROM research.study_version_file f WHERE f.version_id = $1`,
      [versionId, studyId, timelinePath],
    );
  if (!version || version.built) return version?.all ?? 0;
  const files = await readFilesToPreload(source, {
    kind: 'hosted',
    version_id: versionId,
    beforehand: version.runtime?.beforehand,
  });
  return version.code + files.reduce((sum, { bytes }) => sum + bytes, 0);
}
