import type { BundleSession } from '../../../contracts/research-data/bundle';
import type { Snapshot } from '../../platform/db/snapshot';

export interface DataBundleSession extends BundleSession {
  readonly consent_id: string | null;
  readonly version_id: string | null;
}

/**
 * Reads what participants read about each launched session: its texts and settings, without times.
 * The sessions are in the order of their ids. Runs under the role that reads research data and
 * nothing else (docs/architecture.md).
 */
export const dataBundleSessions = (
  snapshot: Snapshot,
  studyId: string,
): Promise<DataBundleSession[]> =>
  snapshot.query<DataBundleSession>(
    `SELECT s.id AS session, s.privacy_level, s.snapshot->>'title' AS title,
       s.snapshot->>'description' AS description,
       (s.snapshot->>'duration_minutes')::int AS duration_minutes,
       s.snapshot->'runtime'->>'sha256' AS version_sha256, s.consent_sha256,
       nullif(s.snapshot->'runtime'->'conditions', 'null') AS conditions,
       s.consent_id, s.snapshot->'runtime'->>'version_id' AS version_id
     FROM research.session s WHERE s.study_id = $1 AND s.launched_at IS NOT NULL ORDER BY s.id`,
    [studyId],
    'commonlab_export',
  );
