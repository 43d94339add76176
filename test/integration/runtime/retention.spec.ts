/**
 * @engines one: calls the job itself, without the schedule and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import { days, minutes } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { RetentionJob } from '../../../workers/retention.job';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { recruit } from '../../support/people/recruiting';
import { countRows } from '../accounts/account-requests';

let run: RunningApp;
let job: RetentionJob;
beforeAll(async () => {
  // The job deletes what has expired in the whole database; each test looks at rows of its own.
  run = await sharedApp();
  job = new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities);
});
afterAll(() => run.close());

const rows = (sql: string, ...parameters: unknown[]) => countRows(run.source, sql, parameters);
/** Returns the day (UTC) that is this number of days ago. */
const dayBefore = (ago: number) =>
  new Date(run.clock.now().getTime() - days(ago)).toISOString().slice(0, 10);

describe('The retention of data of studies that run on this server', () => {
  it('deletes the shared document 90 days after its last change if the session is closed', async () => {
    const shared = async (ago: number, closed: boolean) => {
      const { session_id } = await recruit(run);
      await run.source.query(
        `INSERT INTO research.batch_session (session_id, changed_on) VALUES ($1, $2)`,
        [session_id, dayBefore(ago)],
      );
      if (closed)
        await run.source.query(
          `UPDATE research.session SET state = 'closed', close_reason = 'manual', closed_at = $2
           WHERE id = $1`,
          [session_id, run.clock.now()],
        );
      return session_id;
    };
    const old = await shared(91, true);
    const [open, recent] = [await shared(91, false), await shared(89, true)];
    await job.run();
    const left = (id: string) => rows('research.batch_session WHERE session_id = $1', id);
    expect([await left(old), await left(open), await left(recent)]).toEqual([0, 1, 1]);
  });

  it('deletes an expired rehearsal with its runs, records and errors', async () => {
    const { study_id } = await recruit(run);
    const [rehearsal, simulated] = [randomUUID(), randomUUID()];
    await run.source.query(
      `INSERT INTO research.rehearsal (id, study_id, mode, participants, runtime, made_at, expires_at)
       VALUES ($1, $2, 'data-only', 1, '{}', $3::timestamptz, $3::timestamptz + interval '7 days')`,
      [rehearsal, study_id, run.clock.now()],
    );
    await run.source.query(
      `INSERT INTO research.rehearsal_run (id, rehearsal_id, number, writer, seed, environment, day, last_day)
       VALUES ($1, $2, 1, gen_random_uuid(), '\\x01', '{}', $3, $3)`,
      [simulated, rehearsal, dayBefore(0)],
    );
    await run.source.query(
      `INSERT INTO research.rehearsal_chunk (run_id, first, last, frames) VALUES ($1, 1, 1, '\\x01')`,
      [simulated],
    );
    await run.source.query(
      `INSERT INTO research.rehearsal_error (run_id, hash, message) VALUES ($1, '\\x01', 'broken')`,
      [simulated],
    );
    const left = async () => [
      await rows('research.rehearsal WHERE id = $1', rehearsal),
      await rows('research.rehearsal_run WHERE id = $1', simulated),
      await rows('research.rehearsal_chunk WHERE run_id = $1', simulated),
      await rows('research.rehearsal_error WHERE run_id = $1', simulated),
    ];
    run.clock.advance(days(7) - minutes(1));
    await job.run();
    expect(await left()).toEqual([1, 1, 1, 1]);
    run.clock.advance(minutes(1));
    await job.run();
    expect(await left()).toEqual([0, 0, 0, 0]);
  });
});
