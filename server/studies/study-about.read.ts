import type { Snapshot } from '../platform/db/snapshot';

/**
 * What a study says of itself to all, for exports of its data, under the role that reads
 * research data and nothing else (docs/architecture.md). Who leads it is not in there.
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
