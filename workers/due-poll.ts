import type { Pool } from 'pg';
import { noSequentialScans, postgresSessionSettings } from '../server/platform/db/database';
import { createPool } from '../server/platform/db/pool';
import type { DatabaseTimeouts } from '../server/platform/db/pooled-client';
import type { ScheduledJob } from '../server/platform/messaging/consumer';

/**
 * The time limits of the statement that checks all jobs. The statement finds rows only by indexes,
 * and runs again a second later. If it exceeds a limit, the schedule runs all jobs, whether or not
 * they have something to do.
 */
const patienceOfPoll: DatabaseTimeouts = {
  connectionMs: 2_000,
  statementMs: 1_000,
  driverMs: 2_000,
};

/** The SQL operand for the current time, which `isDue` of each job gets. */
const now = '$1::timestamptz';

/** Checks with one statement which of these jobs have something to do at the given time. */
export interface DueJobLookup {
  of<J extends ScheduledJob>(jobs: readonly J[], moment: Date): Promise<J[]>;
}

/**
 * The connection for the statement that checks which jobs have something to do. On this connection,
 * PostgreSQL may use only indexes. Otherwise, with statistics that are a day old, it would assume
 * that half of all deadlines have passed, and would read complete tables.
 */
export class DueJobPoll implements DueJobLookup {
  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = createPool(databaseUrl, {
      application: 'commonlab-due',
      max: 1,
      patience: patienceOfPoll,
      options: `${postgresSessionSettings('commonlab_app', patienceOfPoll)} ${noSequentialScans} -c jit=off`,
    });
  }

  /**
   * Returns the jobs that are due; jobs without a condition always are.
   * @throws the error of the statement
   */
  async of<J extends ScheduledJob>(jobs: readonly J[], moment: Date): Promise<J[]> {
    const { text, dueOf } = dueJobsStatementOf(jobs);
    if (text === null) return dueOf({});
    const { rows } = await this.pool.query<Answer>(text, [moment]);
    return dueOf(rows[0] ?? {});
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/**
 * The row that the statement returns: for each job, by its index in the list of jobs, whether its
 * condition is true.
 */
type Answer = Record<string, unknown>;

/**
 * Combines the conditions of the jobs in one statement.
 * @returns `text`: the statement, or null if no job has a condition; `dueOf`: a function that
 * returns the due jobs for the row that the statement returns
 */
export function dueJobsStatementOf<J extends ScheduledJob>(
  jobs: readonly J[],
): { text: string | null; dueOf: (answer: Answer) => J[] } {
  const conditions = jobs.map((job) => job.isDue?.(now));
  const asked = conditions.flatMap((condition, i) =>
    condition === undefined ? [] : [`${condition} AS "${i}"`],
  );
  return {
    // The time is always selected: if no condition used this parameter, PostgreSQL would not know
    // its type.
    text: asked.length === 0 ? null : `SELECT ${now} AS moment, ${asked.join(',\n')}`,
    dueOf: (answer) =>
      jobs.filter((_, i) => conditions[i] === undefined || answer[`${i}`] === true),
  };
}
