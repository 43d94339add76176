/**
 * @engines both: tests the schedule of workers and their queues, so it runs with both kinds of
 * queue (Redis and PostgreSQL)
 */
import { Client } from 'pg';
import { minutes } from '../../../server/platform/concurrency/clock';
import type { ScheduledJob } from '../../../server/platform/messaging/consumer';
import { DueJobPoll } from '../../../workers/due-poll';
import { OutboxSweeper } from '../../../workers/outbox-sweeper';
import { OutboxRelayPoll } from '../../../workers/relay';
import { SealAudit } from '../../../server/audit/seal-audit';
import { SealAgreements } from '../../../server/enrolment/agreements/seal-agreements';
import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { SlotsJob } from '../../../server/slots/slots.job';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { captureLog } from '../../support/app/captured-log';
import { guardDueConditions, guardedServices, unguardedJob } from '../../support/app/due-guard';
import { sharedApp } from '../../support/app/shared-app';
import { startTestWorkers } from '../../support/app/workers';
import { eventually } from '../../support/chance/wait';

describe('The idle workers’ query for due jobs', () => {
  let run: RunningApp;
  let owner: Client;
  let poll: DueJobPoll;
  beforeAll(async () => {
    run = await startApp({ clock: new TestClock() });
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    poll = new DueJobPoll(run.config.databaseUrl);
  });
  afterAll(async () => {
    await poll.close();
    await owner.end();
    await run.close();
  });

  /** Reads the start times of the last statements on the connections that query due jobs. */
  const asked = async () =>
    (
      await owner.query<{ at: string }>(
        `SELECT query_start::text AS at FROM pg_stat_activity
         WHERE application_name = 'commonlab-due' AND datname = current_database()`,
      )
    ).rows.map(({ at }) => at);
  const event = (seconds: number) =>
    owner.query(
      `INSERT INTO platform.outbox (id, name, data, relayed_at)
       VALUES (gen_random_uuid(), 'studies.study-changed',
         '{"study_id": "018f0000-0000-7000-8000-000000000000"}', now() - make_interval(secs => $1))`,
      [seconds],
    );
  const isDue = async (job: ScheduledJob) => (await poll.of([job], new Date())).length > 0;

  it('is one statement on one connection, and none of its conditions fails', async () => {
    const logs = captureLog('warn', 'test');
    const workers = await startTestWorkers(run, { log: logs.log });
    try {
      const statements = new Set<string>();
      // The third statement also includes the jobs that run every two seconds. Each of them has run
      // once by then.
      await eventually(asked, (all) => {
        expect(all.length).toBeLessThanOrEqual(1);
        all.forEach((at) => statements.add(at));
        return statements.size >= 4;
      });
      expect(logs.of('asking which jobs are due failed')).toEqual([]);
    } finally {
      await workers.close();
    }
  });

  it('fails after a second when a condition takes longer, so that the schedule runs all jobs', async () => {
    const slow: ScheduledJob = {
      name: 'slow',
      everyMs: 1_000,
      isDue: () => `(SELECT true FROM pg_sleep(60))`,
      run: () => Promise.resolve(0),
    };
    await expect(isDue(slow)).rejects.toMatchObject({ code: '57014' });
  });

  it('starts the job that repeats outbox events only while an event was handed over more than a minute ago', async () => {
    const sweeper = new OutboxSweeper(
      run.source,
      new Map(),
      new Map(),
      captureLog('warn', 'test').log,
      minutes(1),
    );
    // The sweeper also runs after the start and every hour, to find forgotten rows.
    expect(await isDue(sweeper)).toBe(true);
    await owner.query('DELETE FROM platform.outbox');
    await sweeper.run();
    expect(await isDue(sweeper)).toBe(false);
    await event(30);
    expect(await isDue(sweeper)).toBe(false);
    await event(70);
    expect(await isDue(sweeper)).toBe(true);
    await owner.query('DELETE FROM platform.outbox');
  });

  it('wakes the relay for an event without a notification', async () => {
    let woken = 0;
    const relayPoll = new OutboxRelayPoll({ wake: () => woken++ });
    expect(await isDue(relayPoll)).toBe(false);
    await owner.query(
      `INSERT INTO platform.outbox (id, name, data) VALUES (gen_random_uuid(), 'studies.study-changed',
         '{"study_id": "018f0000-0000-7000-8000-000000000000"}')`,
    );
    expect(await isDue(relayPoll)).toBe(true);
    await relayPoll.run();
    expect(woken).toBe(1);
  });
});

describe('The guard for jobs that tests run themselves', () => {
  let run: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(() => run.close());

  /**
   * Makes a job that handles one item.
   * @param isDue the SQL of the condition under which it runs
   */
  const jobWith = (isDue: string) => {
    class ProbeJob {
      constructor(
        readonly source = run.source,
        readonly clock = run.clock,
      ) {}
      isDue(now: string) {
        return `(${isDue} AND ${now} IS NOT NULL)`;
      }
      run() {
        return Promise.resolve(1);
      }
    }
    return new (guardDueConditions({ ProbeJob }).ProbeJob)();
  };

  it('fails a job that handles something although its condition did not hold', async () => {
    expect(await jobWith('true').run()).toBe(1);
    await expect(jobWith('false').run()).rejects.toThrow('ProbeJob.run handled 1');
    expect(await unguardedJob(jobWith('false')).run()).toBe(1);
  });

  const guarded = { SlotsJob, DeadlineEnforcer, SealAgreements, SealAudit };

  it('is tested for each service that tests call instead of its job', () => {
    expect(Object.keys(guarded)).toEqual(expect.arrayContaining(guardedServices));
  });

  it.each(Object.entries(guarded))('is in force for %s of the product', (_, { prototype }) => {
    const methods = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(
      ({ value }: PropertyDescriptor) => (value as { name: string }).name,
    );
    expect(methods).toContain('guardedWork');
  });
});
