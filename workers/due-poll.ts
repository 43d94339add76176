import type { Pool } from 'pg';
import { byKeyOnly, sessionSettings } from '../server/platform/db/database';
import { pooled } from '../server/platform/db/pool';
import type { Patience } from '../server/platform/db/pooled-client';
import type { Job } from '../server/platform/messaging/consumer';

/**
 * The statement finds rows only by indexes, and the next one follows a second later. If it takes longer than this,
 * the schedule runs all jobs, instead of none until it ends.
 */
const patienceOfPoll: Patience = {
  connectionMs: 2_000,
  statementMs: 1_000,
  driverMs: 2_000,
};

/** The operand of a job's `isDue` in the statement of all. */
const now = '$1::timestamptz';

/** Finds out, in one statement, which of these jobs have something to do at a given time. */
export interface DueJobs {
  of<J extends Job>(jobs: readonly J[], moment: Date): Promise<J[]>;
}

/**
 * The connection for the one statement that checks which of all jobs have work. It uses only indexes: with statistics
 * that are a day old, PostgreSQL would assume that half of all deadlines are over, and read complete tables.
 */
export class DuePoll implements DueJobs {
  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = pooled(databaseUrl, {
      application: 'commonlab-due',
      max: 1,
      patience: patienceOfPoll,
      options: `${sessionSettings('commonlab_app', patienceOfPoll)} ${byKeyOnly} -c jit=off`,
    });
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

/** Whether the condition of each job is true, by its index in the list. */
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
    // The time is selected in any case: a statement whose conditions do not use it would not know its type.
    text: asked.length === 0 ? null : `SELECT ${now} AS moment, ${asked.join(',\n')}`,
    dueOf: (answer) =>
      jobs.filter((_, i) => conditions[i] === undefined || answer[`${i}`] === true),
  };
}
