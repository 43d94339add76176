import type { DataSource } from 'typeorm';
import { isHostedRuntime, type HostedRuntime } from '../../contracts/study-files/hosted-runtime';
import type { Transaction } from '../platform/db/unit-of-work';
import type { Study } from './study.entity';

/**
 * Reads the current runtime settings of a study whose files run on this server; null for all other
 * studies. Does not check permissions.
 */
export async function readHostedRuntime(
  source: DataSource,
  studyId: string,
): Promise<HostedRuntime | null> {
  const rows: Pick<Study, 'runtime'>[] = await source.query(
    `SELECT st.runtime FROM research.study st WHERE st.id = $1`,
    [studyId],
  );
  const runtime = rows[0]?.runtime ?? null;
  return isHostedRuntime(runtime) ? runtime : null;
}

/**
 * Like `readHostedRuntime`, but within a transaction. Also reads the study's maximum duration of a
 * participation.
 */
export async function readHostedRuntimeInTransaction(
  tx: Transaction,
  studyId: string,
): Promise<{ runtime: HostedRuntime | null; maximum_minutes: number | null }> {
  const [row] = await tx.query<Pick<Study, 'runtime' | 'maximum_minutes'>>(
    `SELECT st.runtime, st.maximum_minutes FROM research.study st WHERE st.id = $1`,
    [studyId],
  );
  const { runtime = null, maximum_minutes = null } = row ?? {};
  return { runtime: isHostedRuntime(runtime) ? runtime : null, maximum_minutes };
}
