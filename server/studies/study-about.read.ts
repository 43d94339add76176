import type { Snapshot } from '../platform/db/snapshot';

/**
 * The public description of a study, for exports of its data. Runs under the role that reads research data
 * and nothing else (docs/architecture.md). It does not name its researchers.
 */
export async function aboutStudy(
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
