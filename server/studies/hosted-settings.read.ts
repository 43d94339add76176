import type { DataSource } from 'typeorm';
import { isHosted, type HostedRuntime } from '../../contracts/hosted-runtime';
import type { Study } from './study.entity';

/** How a study that runs here is set now; null for all others. Ask the policy first. */
export async function hostedSettings(
  source: DataSource,
  studyId: string,
): Promise<HostedRuntime | null> {
  const rows: Pick<Study, 'runtime'>[] = await source.query(
    `SELECT st.runtime FROM research.study st WHERE st.id = $1`,
    [studyId],
  );
  const runtime = rows[0]?.runtime ?? null;
  return isHosted(runtime) ? runtime : null;
}
