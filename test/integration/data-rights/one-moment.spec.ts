/**
 * @engines long: the worker gets the job for the copy from a queue, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makePerson, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import { exportRequestsOf } from './requesting';

type Rows = Record<string, unknown>[];
/** The number of bytes that encryption adds to a part: version, nonce and tag. */
const seal = 3 + 12 + 16;
let run: RunningApp;
let workers: RunningWorkers;
let asking: ReturnType<typeof exportRequestsOf>;
let owner: Client;
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp({ clock: new TestClock() });
  workers = await startTestWorkers(run);
  asking = exportRequestsOf(run);
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await workers.close();
  await run.close();
});

const parsed = (copy: Record<string, string>, name: string) =>
  JSON.parse(copy[`${name}.json`] ?? '') as Record<string, Rows>;
const downloaded = async (who: TestPerson, id: string) =>
  asking.unpack(
    (await asking.fetchFile((await asking.ready(who.headers, id)).download_url ?? '').expect(200))
      .body as Buffer,
  );

describe('A copy of a person’s data', () => {
  it('shows all data as of one moment, although they change while it is made', async () => {
    const person = await makePerson(run.source);
    const happened = () =>
      run.app
        .get(UnitOfWork)
        .run((tx) =>
          tx.audit(
            'signed-in',
            { actor: person._id, subject: person._id, details: { method: 'password' } },
            run.clock.now(),
          ),
        );
    await happened();
    // The worker reads the emails late in its work. This lock stops the worker at that point, when
    // half of the copy is made.
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE platform.mail IN ACCESS EXCLUSIVE MODE');
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    try {
      await eventually(
        () => asking.one(person.headers, _id),
        (copy) => copy.state === 'running' && copy.progress > 50,
      );
      await happened();
    } finally {
      await owner.query('COMMIT');
    }
    const signIns = (copy: Record<string, string>) =>
      parsed(copy, 'audit-log').records?.filter((r) => r.action === 'signed-in').length;
    const copy = await downloaded(person, _id);
    // On a slow machine, the wait for the lock may time out. Then a later attempt has made the
    // copy, which contains both sign-ins.
    const {
      rows: [made],
    } = await owner.query<{ tries: number }>('SELECT tries FROM identity.export WHERE id = $1', [
      _id,
    ]);
    expect(signIns(copy)).toBe(made?.tries === 1 ? 1 : 2);
    expect(signIns(await asking.copyOf(person.headers))).toBe(2);
  });

  it('with very many rows is read in pages, stored in parts, and has each row once and in order', async () => {
    const [person, study] = [await makePerson(run.source), await recruit(run, { capacity: 1000 })];
    await owner.query(
      `WITH taken AS (
         INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, created_at)
           SELECT gen_random_uuid(), $1, $2, decode(md5('one-moment' || n), 'hex'),
             'enrolled', true, 'participant', now() - n * interval '1 minute'
           FROM generate_series(1, 450) n RETURNING id, pseudonym
       ), linked AS (INSERT INTO identity.participation_link (participation_id, account_id) SELECT id, $4 FROM taken)
       INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method)
       SELECT gen_random_uuid(), $2, $3, 1, pseudonym, 'en', repeat('0', 64), 'click' FROM taken`,
      [study.session_id, study.study_id, study.consent._id, person._id],
    );
    await owner.query(
      `UPDATE research.participation SET state = 'started', moved_by = 'participant' WHERE session_id = $1`,
      [study.session_id],
    );
    await owner.query(
      `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
       SELECT gen_random_uuid(), $1, $2, $3, $4, now() - n * interval '1 day'
       FROM generate_series(1, 400) n`,
      [person._id, study.researcher._id, study.study_id, study.session_id],
    );
    // The content is random enough to need more than one part after compression.
    await owner.query(
      `INSERT INTO platform.audit (id, at, action, actor_id, details, request_id)
       SELECT gen_random_uuid(), now() - n * interval '1 millisecond', 'signed-in', $1, '{}',
         gen_random_uuid()::text || gen_random_uuid()::text
       FROM generate_series(1, 8001) n`,
      [person._id],
    );
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    const copy = await downloaded(person, _id);

    const { participations = [], moves = [] } = parsed(copy, 'participations');
    expect([participations.length, moves.length]).toEqual([450, 900]);
    expect(new Set(participations.map((p) => p.id)).size).toBe(450);
    expect(
      [...participations].sort(
        (a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)),
      ),
    ).toEqual(participations);
    expect(moves.slice(0, 2).map((m) => [m.participation_id, m.to_state])).toEqual([
      [participations[0]?.id, 'enrolled'],
      [participations[0]?.id, 'started'],
    ]);
    expect(new Set(parsed(copy, 'agreements').agreements?.map((a) => a.pseudonym)).size).toBe(450);
    expect(parsed(copy, 'agreements').agreements).toHaveLength(450);
    const shown = parsed(copy, 'roster-accesses').own_name_shown ?? [];
    expect(shown).toHaveLength(400);
    expect(
      shown.every((one) => (one.researcher as { last_name: string }).last_name === 'Lovelace'),
    ).toBe(true);
    const records = parsed(copy, 'audit-log').records ?? [];
    expect(records).toHaveLength(8002);
    const index = JSON.parse(copy['index.json'] ?? '') as {
      files: { name: string; records: number }[];
    };
    expect(Object.fromEntries(index.files.map((f) => [f.name, f.records]))).toMatchObject({
      'participations.json': 1350,
      'agreements.json': 450,
      'roster-accesses.json': 400,
      'audit-log.json': 8002,
      'demographics.json': 0,
    });

    const { rows: parts } = await owner.query<{ first_byte: number; length: number }>(
      `SELECT first_byte, octet_length(bytes) AS length FROM identity.export_part WHERE export_id = $1 ORDER BY first_byte`,
      [_id],
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => part.first_byte)).toEqual(parts.map((_, i) => i * 262_144));
    expect(parts.slice(0, -1).every((part) => part.length === 262_144 + seal)).toBe(true);
    expect((await asking.one(person.headers, _id)).size).toBe(
      parts.reduce((sum, part) => sum + part.length - seal, 0),
    );
  });

  it('is made once if two workers have begun it: by the one that began later', async () => {
    const person = await makePerson(run.source);
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE platform.mail IN ACCESS EXCLUSIVE MODE');
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    try {
      await eventually(
        () => asking.one(person.headers, _id),
        (copy) => copy.progress > 50,
      );
      // The statement does what a second worker would do if it took over the job of a slow one.
      await owner.query(
        'UPDATE identity.export SET tries = tries + 1, progress = 0 WHERE id = $1',
        [_id],
      );
    } finally {
      await owner.query('COMMIT');
    }
    // The server refuses the copy of the slow worker, so the slow worker does not record the event
    // as done. It starts a new attempt, since this test has no second worker.
    await asking.ready(person.headers, _id);
    expect(
      (
        await owner.query<{ tries: number }>('SELECT tries FROM identity.export WHERE id = $1', [
          _id,
        ])
      ).rows[0]?.tries,
    ).toBeGreaterThanOrEqual(3);
    expect(parsed(await downloaded(person, _id), 'account').account).toHaveLength(1);
  });
});
