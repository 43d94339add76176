import type { Snapshot } from '../platform/db/snapshot';

/**
 * Reads the title and description of a study, for exports of its data, without its researchers.
 * Runs with the database role that can read research data only (docs/architecture.md).
 */
export async function readPublicStudyDescription(
  snapshot: Snapshot,
  studyId: string,
): Promise<{ title: string; description: string }> {
  const [about] = await snapshot.query<{ title: string; description: string }>(
    `SELECT st.title, st.description FROM research.study st WHERE st.id = $1`,
    [studyId],
    'commonlab_export',
  );
  return about ?? { title: '', description: '' };
}
