/**
 * @engines one: calls the jobs itself, without queues, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 * @lane slow: fills in the demo and runs each job many times
 */
import { DataSource } from 'typeorm';
import { capabilities } from '../../../server/contexts';
import { days, hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { ScheduledJob } from '../../../server/platform/messaging/consumer';
import { RetentionJob } from '../../../workers/retention.job';
import type { TestDatabases } from '../../support/engines/engines';
import { demoWithWork } from './demo-with-work';
import { contentsOfTables } from './table-contents';
import {
  closeInstallation,
  openInstallation,
  reactToEvents,
  runUntilDone,
  ways,
  type JobOf,
  type Installation,
} from './installations';

const jobTypes = [...capabilities.jobs, RetentionJob];

/**
 * How far the clock moves each time before the jobs run again. In total, it moves beyond the
 * longest retention. The class ends at the step of 14 days.
 */
const steps = [0, hours(1), ...[1, 2, 4, 5, 14, 40, 200, 400].map(days)];
const endOfClass = steps.indexOf(days(14));

/** Finds accounts without an event and adds one for each, without a lock or a second check. */
const plantedJob: JobOf = (app) => ({
  name: 'planted',
  everyMs: 1000,
  run: async () => {
    const found: { id: string }[] = await app.get(DataSource).query(
      `SELECT a.id FROM identity.account a WHERE NOT EXISTS (
         SELECT FROM platform.outbox o WHERE o.data ->> 'study_id' = a.id::text) LIMIT 3`,
    );
    for (const { id } of found)
      await app.get(UnitOfWork).run((tx) =>
        tx.query(
          `INSERT INTO platform.outbox (id, name, data)
           VALUES (gen_random_uuid(), 'studies.study-changed', jsonb_build_object('study_id', $1::text))`,
          [id],
        ),
      );
    return 0;
  },
});

/**
 * Jobs that find nothing to do in this file; their own tests run them. A job that is not in this
 * list must find something, so a new job either gets work in `demoWithWork` or is listed.
 */
const withoutWork = [
  // The demo has no organization with single sign-on, and no provider of payments.
  'ApplyDueSsoChangesJob',
  ...['ContinuePayoutsJob', 'ApplyLateReturnsJob'],
  // The demo has no decision about an anonymous session, no failed study, no preview and no
  // withdrawal.
  'ApplyOrDropPendingDecisionsJob',
  ...['NeverBeganJob', 'RecheckVersionsJob', 'SweepPreviewsJob'],
  ...['DeleteOutdatedExportsJob', 'ForgetAccountReferencesJob'],
  // The demo's links are encrypted from the start; partitions depend on the clock of the database.
  ...['EncryptParticipationLinksJob', 'CreateAuditPartitionsJob'],
  // This job sends to other servers.
  'DeliverWebhooksJob',
  // These jobs complete what a reaction to an event has begun. Here, the reactions are complete.
  ...['ReadVersionsJob', 'SendBroadcastsJob'],
];

describe('Two workers’ processes that run each job at the same time', () => {
  let demo: TestDatabases;
  let alone: Installation;
  let together: Installation[];
  beforeAll(async () => {
    demo = await demoWithWork();
    alone = await openInstallation(demo, 'alone');
    together = await Promise.all(ways.map((way) => openInstallation(demo, way)));
    // Time limit: the program that fills in the demo takes some seconds.
  }, 60_000);
  afterAll(async () => {
    await Promise.all([alone, ...together].map(closeInstallation));
    await demo.drop();
  });

  /** The names of the jobs that handled something. */
  const worked = new Set<string>();

  /**
   * Compares the databases of all installations.
   * @param after the names of the jobs that ran before; the message of a failure lists them
   */
  async function compare(after: readonly string[]): Promise<void> {
    const expected = await contentsOfTables(alone.rows);
    for (const { way, rows } of together)
      expect({ way, after, tables: await contentsOfTables(rows) }).toEqual({
        way,
        after,
        tables: expected,
      });
  }

  async function runAllJobs(installation: Installation): Promise<string[]> {
    await reactToEvents(installation);
    const after: string[] = [];
    for (const type of jobTypes)
      if ((await runUntilDone(installation, (app) => app.get<ScheduledJob>(type))) > 0)
        after.push(type.name);
    return after;
  }

  it('leave the same database as one process', async () => {
    for (const [n, ms] of steps.entries()) {
      for (const { clock, rows } of [alone, ...together]) {
        clock.advance(ms);
        if (n === endOfClass)
          await rows.query(`UPDATE identity.classroom SET state = 'archived', archived_at = $1`, [
            clock.now(),
          ]);
      }
      const after = await Promise.all([alone, ...together].map(runAllJobs));
      for (const name of after.flat()) worked.add(name);
      await compare([...new Set(after.flat())]);
    }
    // Time limit: each job runs several times for each of the steps.
  }, 120_000);

  it('have something to do in each job that is not listed', () => {
    const idle = jobTypes.map(({ name }) => name).filter((name) => !worked.has(name));
    expect(idle.sort()).toEqual([...withoutWork].sort());
  });

  it('are noticed when a job does not check its rows again', async () => {
    for (const installation of [alone, ...together]) await runUntilDone(installation, plantedJob);
    const [expected, ...found] = await Promise.all(
      [alone, ...together].map(
        async ({ rows }) => (await contentsOfTables(rows))['platform.outbox'],
      ),
    );
    for (const events of found) expect(events).not.toEqual(expected);
  });
});
