import type { BundleStudyVersion } from '../../../contracts/research-data/bundle';
import type { Snapshot } from '../../platform/db/snapshot';

/** The database role that can read research data only (docs/architecture.md). */
const role = 'commonlab_export';

/**
 * Reads versions with the paths and hashes of their files, for a study bundle. Versions that were
 * deleted meanwhile are left out.
 */
export const bundledVersions = (
  snapshot: Snapshot,
  versionIds: readonly string[],
): Promise<BundleStudyVersion[]> =>
  snapshot.query<BundleStudyVersion>(
    `SELECT v.sha256, v.name, v.left_out,
       jsonb_agg(jsonb_build_object('path', f.path, 'bytes', f.bytes, 'sha256', f.sha256)
         ORDER BY f.path COLLATE "C") AS files
     FROM research.study_version v JOIN research.study_version_file f ON f.version_id = v.id
     WHERE v.id = ANY($1::uuid[]) GROUP BY v.id ORDER BY v.sha256`,
    [versionIds],
    role,
  );
