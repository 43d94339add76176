/**
 * @engines one: the job that it tests uses no queue, so it runs with only one kind of queue (Redis
 * or PostgreSQL)
 */
import { CreateAuditPartitionsJob } from '../../../server/audit/audit-months.job';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, type RunningApp } from '../../support/app/app';
import { startTimeoutMs } from '../../support/app/starting-takes';
import { startTestWorkers } from '../../support/app/workers';
import { eventually } from '../../support/chance/wait';
import { openMonthlyAuditRig, type MonthlyAuditRig } from './audit-in-months';

let run: RunningApp;
let log: MonthlyAuditRig;
beforeAll(async () => {
  run = await startApp();
  log = await openMonthlyAuditRig(run);
});
afterAll(async () => {
  await log?.close();
  await run.close();
});
beforeEach(() => log.empty());

const partitionOf = (date: Date, ahead = 0) =>
  `audit_${new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_')}`;
const nextMonths = () => [0, 1, 2].map((ahead) => partitionOf(new Date(), ahead));
const job = () => new CreateAuditPartitionsJob(run.app.get(UnitOfWork));

describe('The monthly partitions of the audit log', () => {
  it('are created for this month and the next two, by the migration and by a job', async () => {
    expect(await log.partitions()).toEqual(expect.arrayContaining(nextMonths()));
    const [, , last = ''] = nextMonths();
    await log.owner.query(`DROP TABLE platform.${last}`);
    expect(await job().run()).toBe(1);
    expect(await log.partitions()).toEqual(expect.arrayContaining(nextMonths()));
    expect(await job().run()).toBe(0);
  });

  it('refuse a record with an infinite time, because no seal could follow it', async () => {
    for (const at of ['infinity', '-infinity'])
      await expect(
        log.owner.query(
          `INSERT INTO platform.audit (id, at, action, details) VALUES (gen_random_uuid(), $1, 'signed-in', '{}')`,
          [at],
        ),
      ).rejects.toMatchObject({ code: '23514', constraint: 'audit_at_finite' });
  });

  it('are created once by jobs that run at the same moment', async () => {
    for (const name of nextMonths()) await log.owner.query(`DROP TABLE platform.${name}`);
    const made = await Promise.all(Array.from({ length: 5 }, () => job().run()));
    expect(made.reduce((sum, n) => sum + n)).toBe(3);
    expect(await log.partitions()).toEqual(expect.arrayContaining(nextMonths()));
  });

  it(
    'are created by the workers automatically',
    async () => {
      for (const name of nextMonths()) await log.owner.query(`DROP TABLE platform.${name}`);
      const workers = await startTestWorkers(run);
      try {
        await eventually(log.partitions, (names) => nextMonths().every((n) => names.includes(n)));
      } finally {
        await workers.close();
      }
    },
    startTimeoutMs,
  );

  it('contain the records of their month, from the first microsecond to the last', async () => {
    await log.makeMonths('2024-02', '2024-03');
    await log.owner.query(
      `INSERT INTO platform.audit (id, at, action, details)
       SELECT gen_random_uuid(), at, 'signed-in', '{}' FROM unnest($1::timestamptz[]) AS at`,
      [
        [
          '2024-02-01T00:00:00.000000Z',
          '2024-02-29T23:59:59.999999Z',
          '2024-03-01T00:00:00.000000Z',
          '2024-03-31T23:59:59.999999Z',
        ],
      ],
    );
    expect(await log.placed()).toEqual({ audit_2024_02: 2, audit_2024_03: 2 });
  });

  it('can be created after their records, which then move into them', async () => {
    await log.write('2019-05-05T10:00:00Z', '2019-06-05T10:00:00Z');
    expect(await log.placed()).toEqual({ audit_default: 2 });
    await log.makeMonths('2019-05');
    expect(await log.placed()).toEqual({ audit_2019_05: 1, audit_default: 1 });
    await log.seal();
    expect(await log.verify()).toMatchObject({ checked: 2, damaged: 0 });
  });

  it('refuse a second record of the same id and time', async () => {
    await log.write('2024-02-01T00:00:00Z');
    await expect(
      log.owner.query('INSERT INTO platform.audit SELECT * FROM platform.audit'),
    ).rejects.toThrow(/duplicate key/);
  });

  it('have every index of the log', async () => {
    await log.makeMonths('2024-02');
    const columns = await log.rows<{ columns: string }>(
      `SELECT substring(indexdef FROM '\\((.*)\\)$') AS columns FROM pg_indexes
       WHERE schemaname = 'platform' AND tablename = 'audit_2024_02' ORDER BY 1`,
    );
    expect(columns.map((row) => row.columns)).toEqual([
      'action, at, id',
      'actor_id, at',
      'at, id',
      'id, at',
      'subject_id, at',
    ]);
  });
});

describe('The database role of the server', () => {
  const month = () => partitionOf(new Date());
  it.each([
    ['creates a month', () => `CREATE TABLE platform.audit_1999_01 (LIKE platform.audit)`],
    [
      'creates a month in place',
      () =>
        `CREATE TABLE platform.audit_1999_01 PARTITION OF platform.audit FOR VALUES FROM ('1999-01-01') TO ('1999-02-01')`,
    ],
    ['drops a month', () => `DROP TABLE platform.${month()}`],
    ['empties a month', () => `TRUNCATE platform.${month()}`],
    ['takes a month out', () => `ALTER TABLE platform.audit DETACH PARTITION platform.${month()}`],
    [
      'puts a table of its own in',
      () =>
        `CREATE TEMP TABLE mine (LIKE platform.audit);
         ALTER TABLE platform.audit ATTACH PARTITION mine FOR VALUES FROM ('1999-01-01') TO ('1999-02-01')`,
    ],
    ['deletes from a month', () => `DELETE FROM platform.${month()}`],
    ['writes past the log', () => `INSERT INTO platform.${month()} SELECT * FROM platform.audit`],
    ['makes any month', () => `SELECT platform.make_audit_month('1999-01-01')`],
    [
      'invents a beginning',
      () => `INSERT INTO platform.audit_cut VALUES (1, '\\x00', now(), now(), now(), '\\x00')`,
    ],
    ['forgets a beginning', () => `DELETE FROM platform.audit_cut`],
    ['changes the function', () => `ALTER FUNCTION platform.make_audit_months() SECURITY INVOKER`],
  ])('never %s', async (_, statement) => {
    for (const role of ['commonlab_app', 'commonlab_link', 'commonlab_export'])
      await expect(
        run.source.transaction(async (manager) => {
          await manager.query(`SET LOCAL ROLE ${role}`);
          await manager.query(statement());
        }),
      ).rejects.toThrow(/permission denied|must be owner/);
  });

  it('can run the function that makes the months only as the role of the jobs, and cannot redirect it to other tables', async () => {
    for (const role of ['commonlab_link', 'commonlab_export'])
      await expect(
        run.source.transaction(async (manager) => {
          await manager.query(`SET LOCAL ROLE ${role}`);
          await manager.query('SELECT platform.make_audit_months()');
        }),
      ).rejects.toThrow(/permission denied/);
    const [first = ''] = nextMonths();
    await log.owner.query(`DROP TABLE platform.${first}`);
    await run.source.transaction(async (manager) => {
      // The function uses the table `audit` and the function `now`. It must not use the temporary
      // objects with these names.
      await manager.query('CREATE TEMP TABLE audit (mine int)');
      await manager.query(
        `CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT '1999-01-01'::timestamptz $$`,
      );
      await manager.query('SET LOCAL search_path = pg_temp, platform, pg_catalog');
      await manager.query('SELECT platform.make_audit_months()');
    });
    expect(await log.partitions()).toContain(first);
    expect(await log.partitions()).not.toContain('audit_1999_01');
  });
});
