/**
 * @engines one: calls the job itself, without the schedule and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { createIndexConcurrently } from '../../../migrations/concurrent-index';
import { capabilities } from '../../../server/contexts';
import { days } from '../../../server/platform/concurrency/clock';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import {
  countDeletedRowsSql,
  RetentionJob,
  retentionStatements,
} from '../../../workers/retention.job';
import { startApp, type RunningApp } from '../../support/app/app';
import { insertRecruitingStudies, recruit, readSeatCounts } from '../../support/people/recruiting';
import { makeResearcher } from '../../support/people/people';

let run: RunningApp;
// The file has its own application, because the retention job deletes rows of all files.
beforeAll(async () => {
  run = await startApp();
});
afterAll(() => run.close());

const refusedBy = (constraint: string) => expect.objectContaining({ constraint });
/** Runs the statement as the server does: as commonlab_app. */
const asServer = <Row = unknown>(sql: string, parameters: unknown[] = []): Promise<Row[]> =>
  run.source.query(sql, parameters);

interface Place {
  study_id: string;
  session_id: string;
}
const enter = (
  { study_id, session_id }: Place,
  { exclusive = true, pseudonym = randomBytes(16) } = {},
) =>
  asServer(
    `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by)
     VALUES ($1, $2, $3, $4, 'enrolled', $5, 'participant')`,
    [randomUUID(), session_id, study_id, pseudonym, exclusive],
  );

/** Finds the table from which one of `retentionStatements` deletes. */
const targetOf = (statement: string) => /^DELETE FROM (\S+) /.exec(statement)?.[1] ?? statement;

describe('The retention job', () => {
  it('deletes all expired rows, however many there are', async () => {
    await asServer(
      `INSERT INTO platform.rate_limit_counter (key, count, window_ends_at)
       SELECT decode(md5(n::text), 'hex'), 1, now() - interval '1 day' FROM generate_series(1, 2500) AS n`,
    );
    const job = new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities);
    expect(await job.run()).toBeGreaterThanOrEqual(2_500);
    expect(await asServer('SELECT 1 FROM platform.rate_limit_counter')).toEqual([]);
  });

  it.each(retentionStatements(capabilities).map((statement) => [targetOf(statement), statement]))(
    'finds the rows to delete by an index in %s',
    async (table, statement) => {
      const now = new Date();
      const plan = await run.source.transaction(async (tx) => {
        // A small table is read whole, whatever its indexes, unless sequential scans are switched
        // off.
        await tx.query('SET LOCAL enable_seqscan = off');
        const lines: { 'QUERY PLAN': string }[] = await tx.query(
          `EXPLAIN ${countDeletedRowsSql(statement)}`,
          [now, new Date(now.getTime() - days(7))],
        );
        return lines.map((line) => line['QUERY PLAN']);
      });
      const name = table.split('.')[1] ?? '';
      expect(plan.join('\n')).toContain(`Delete on ${name}`);
      expect(plan.filter((line) => line.includes(`Seq Scan on ${name} `))).toEqual([]);
      // The plan must not look up the rows of this table one by one for each row of another table.
      const at = plan.findIndex((line) => line.includes(` on ${name} kept `));
      const below = [...plan.slice(at + 1), '->'];
      const own = below.slice(
        0,
        below.findIndex((line) => line.includes('->')),
      );
      expect(own.join('\n')).not.toMatch(/Cond: .* = [a-z]+\.\w+/);
    },
  );

  it('continues with the other tables if one statement fails, and reports the failure', async () => {
    const [first = ''] = retentionStatements(capabilities).map(targetOf);
    await asServer(
      `INSERT INTO platform.rate_limit_counter (key, count, window_ends_at)
       VALUES ('\\x01', 1, now() - interval '1 day')`,
    );
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    const job = new RetentionJob(run.app.get(UnitOfWork), run.clock, capabilities);
    try {
      await owner.query(`REVOKE DELETE ON ${first} FROM commonlab_app`);
      await expect(job.run()).rejects.toThrow(
        /^1 of \d+ statements of retention failed: permission denied for /,
      );
    } finally {
      await owner.query(`GRANT DELETE ON ${first} TO commonlab_app`);
      await owner.end();
    }
    expect(await asServer('SELECT 1 FROM platform.rate_limit_counter')).toEqual([]);
  });
});

describe('The database refuses', () => {
  it.each([
    [
      'a session that closes before it opens',
      'session_closes_after_opening',
      `opens_at = now(), closes_at = now() - interval '1 hour'`,
    ],
    [
      'a reward without a currency',
      'session_reward_has_currency',
      `reward_amount = 1, reward_currency = NULL`,
    ],
    [
      'a currency that is no code',
      'session_currency',
      `reward_amount = 1, reward_currency = 'euro'`,
    ],
    ['a negative reward', 'session_reward', `reward_amount = -1, reward_currency = 'EUR'`],
    [
      'a session that must be started within no time',
      'session_minutes',
      `start_within_minutes = 0`,
    ],
  ])('%s', async (_, constraint, change) => {
    const { session_id } = await recruit(run);
    await expect(
      asServer(`UPDATE research.session SET ${change} WHERE id = $1`, [session_id]),
    ).rejects.toEqual(refusedBy(constraint));
  });

  it('a study that takes no time, and an invalid language', async () => {
    const { study_id, researcher } = await recruit(run);
    await expect(
      asServer('UPDATE research.study SET duration_minutes = 0 WHERE id = $1', [study_id]),
    ).rejects.toEqual(refusedBy('study_minutes'));
    await expect(
      asServer(`UPDATE identity.account SET language = 'English' WHERE id = $1`, [researcher._id]),
    ).rejects.toEqual(refusedBy('account_language'));
  });

  it('a second participation of a person if the study allows only one, even in a different session', async () => {
    const owner = await makeResearcher(run.source);
    const [first] = await insertRecruitingStudies(run.source, owner._id, 1, 5);
    if (!first) throw new Error('nothing recruits');
    const pseudonym = randomBytes(16);
    await enter(first, { pseudonym });
    const [copy] = await asServer<{ id: string }>(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, start_within_minutes, maximum_minutes)
       VALUES (gen_random_uuid(), $1, 'scheduled', 'catalogue', 'anonymous', 5, 60, 60) RETURNING id`,
      [first.study_id],
    );
    const elsewhere = { study_id: first.study_id, session_id: copy?.id ?? '' };
    await expect(enter(elsewhere, { pseudonym })).rejects.toEqual(
      refusedBy('participation_of_person'),
    );
    const returning = randomBytes(16);
    await enter(first, { pseudonym: returning, exclusive: false });
    await enter(elsewhere, { pseudonym: returning, exclusive: false });
  });

  it('any change of who took part, and any row of the log of transitions, that the server’s role writes itself', async () => {
    const place = await recruit(run);
    await enter(place);
    for (const change of ['pseudonym = pseudonym', 'study_id = study_id', 'exclusive = false'])
      await expect(asServer(`UPDATE research.participation SET ${change}`)).rejects.toThrow(
        'permission denied',
      );
    await expect(
      asServer(
        `INSERT INTO research.participation_move (participation_id, to_state, moved_by)
         VALUES (gen_random_uuid(), 'approved', 'researcher')`,
      ),
    ).rejects.toThrow('permission denied');
  });
});

describe('The counts of a session', () => {
  it('follow a participation into a different session although its state does not change', async () => {
    const place = await recruit(run);
    await enter(place);
    const [other] = await asServer<{ id: string }>(
      `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, start_within_minutes, maximum_minutes)
       VALUES (gen_random_uuid(), $1, 'scheduled', 'catalogue', 'anonymous', 5, 60, 60) RETURNING id`,
      [place.study_id],
    );
    await asServer(`UPDATE research.participation SET session_id = $2 WHERE session_id = $1`, [
      place.session_id,
      other?.id,
    ]);
    expect(await readSeatCounts(run.source, place.session_id)).toMatchObject({
      taken: 0,
      counted: 0,
    });
    expect(await readSeatCounts(run.source, other?.id ?? '')).toMatchObject({
      taken: 1,
      counted: 1,
    });
  });
});

describe('A migration that builds an index concurrently', () => {
  let db: QueryRunner;
  beforeAll(async () => {
    const source = await connect(
      migrationOptions(run.engines.migrationDatabaseUrl, capabilities.entities, migrations),
    );
    db = source.createQueryRunner();
  });
  afterAll(async () => {
    await db.release();
    await db.dataSource.destroy();
  });
  const isValid = async () =>
    (
      (await db.query(
        `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('research.probe')`,
      )) as { valid: boolean }[]
    ).map(({ valid }) => valid);

  it('replaces an invalid index of an interrupted build, and does nothing when repeated', async () => {
    await db.query('CREATE TABLE research.doubled (n integer)');
    await db.query('INSERT INTO research.doubled VALUES (1), (1)');
    const build = () =>
      createIndexConcurrently(db, 'research.probe', 'ON research.doubled (n)', { unique: true });
    await expect(build()).rejects.toMatchObject({ code: '23505' });
    expect(await isValid()).toEqual([false]);
    await db.query(
      'DELETE FROM research.doubled WHERE ctid = (SELECT min(ctid) FROM research.doubled)',
    );
    await build();
    await build();
    expect(await isValid()).toEqual([true]);
  });
});

describe('The time in the name of a migration', () => {
  it('is the time at which it was written, and follows the order of the list', () => {
    const times = migrations.map(({ name }) => Number(/(\d{13})$/.exec(name)?.[1]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // If a time is in whole seconds or in the future, an author made it up instead of reading a
    // clock.
    expect(times.filter((time) => time > Date.now() || time % 1_000 === 0)).toEqual([]);
  });
});
