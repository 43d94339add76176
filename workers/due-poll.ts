import { Pool } from 'pg';
import { byKeyOnly, sessionSettings } from '../server/platform/db/database';
import { PooledClient, patienceOfWork } from '../server/platform/db/pooled-client';
import type { Job } from '../server/platform/messaging/consumer';

/** The operand of a job's `isDue` in the statement of all. */
const now = '$1::timestamptz';

/** Asks PostgreSQL, in one statement, for which of these jobs there is something to do at a moment. */
export interface DueJobs {
  of<J extends Job>(jobs: readonly J[], moment: Date): Promise<J[]>;
}

/**
 * One connection for the statement that asks for all jobs at once. It finds rows by indexes alone: statistics
 * that are a day old would let PostgreSQL expect that half of all deadlines are over, and read whole tables.
 */
export class DuePoll implements DueJobs {
  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'commonlab-due',
      max: 1,
      options: `${sessionSettings('commonlab_app', patienceOfWork)} ${byKeyOnly} -c jit=off`,
      connectionTimeoutMillis: patienceOfWork.connectionMs,
      query_timeout: patienceOfWork.driverMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      Client: PooledClient,
    });
    // an idle connection that PostgreSQL closed: the pool opens another
    this.pool.on('error', () => undefined);
  }

  /** The jobs that are due; jobs without a condition always are. @throws where the statement fails */
  async of<J extends Job>(jobs: readonly J[], moment: Date): Promise<J[]> {
    const { text, dueOf } = statementOf(jobs);
    if (text === null) return dueOf({});
    const { rows } = await this.pool.query<Answer>(text, [moment]);
    return dueOf(rows[0] ?? {});
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/** Whether the condition of a job is true, by its place in the list. */
type Answer = Record<string, unknown>;

/** @returns text: null where no job has a condition */
export function statementOf<J extends Job>(
  jobs: readonly J[],
): { text: string | null; dueOf: (answer: Answer) => J[] } {
  const conditions = jobs.map((job) => job.isDue?.(now));
  const asked = conditions.flatMap((condition, i) =>
    condition === undefined ? [] : [`${condition} AS "${i}"`],
  );
  return {
    // The moment is named in any case: a statement whose conditions do not mention it would not know its type.
    text: asked.length === 0 ? null : `SELECT ${now} AS moment, ${asked.join(',\n')}`,
    dueOf: (answer) =>
      jobs.filter((_, i) => conditions[i] === undefined || answer[`${i}`] === true),
  };
}
