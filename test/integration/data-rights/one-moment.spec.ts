import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights';
import { PersonalDataRead } from '../../../server/data-rights/personal-data.read';
import { Snapshots, type Snapshot } from '../../../server/platform/db/snapshot';
import { capabilities } from '../../../server/contexts';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app';
import { makePerson, type TestPerson } from '../../support/people';
import { recruit } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { startTestWorkers } from '../../support/workers';
import { askingOf } from './requesting';

type Rows = Record<string, unknown>[];
let run: RunningApp;
let workers: RunningWorkers;
let asking: ReturnType<typeof askingOf>;
let owner: Client;
beforeAll(async () => {
  run = await startApp();
  workers = await startTestWorkers(run);
  asking = askingOf(run);
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

describe('A copy', () => {
  it('is of one moment: what changes while it is made is as it was, in the files that are still to come too', async () => {
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
    // Whoever reads the mails waits here, so the worker is certainly in the middle.
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
    // On a machine so slow that the wait for the mails ended first, it was made anew, with both.
    const {
      rows: [made],
    } = await owner.query<{ tries: number }>('SELECT tries FROM identity.export WHERE id = $1', [
      _id,
    ]);
    expect(signIns(copy)).toBe(made?.tries === 1 ? 1 : 2);
    expect(signIns(await asking.copyOf(person.headers))).toBe(2);
  }, 60_000);

  it('of very many rows is read in pages, kept in parts, and has each row once, in its order', async () => {
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
       SELECT gen_random_uuid(), $1, $2, $3, $4, now() - n * interval '1 second'
       FROM generate_series(1, 400) n`,
      [person._id, study.researcher._id, study.study_id, study.session_id],
    );
    // Random enough to be more than one part when it is compressed.
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
    expect(parts.slice(0, -1).every((part) => part.length === 262_144)).toBe(true);
    expect((await asking.one(person.headers, _id)).size).toBe(
      parts.reduce((sum, part) => sum + part.length, 0),
    );
  }, 90_000);

  it('is not made twice where two workers have begun with it, and the one that came later makes it', async () => {
    const person = await makePerson(run.source);
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE platform.mail IN ACCESS EXCLUSIVE MODE');
    const { _id } = (await asking.ask(person.headers).expect(202)).body as DataExport;
    try {
      await eventually(
        () => asking.one(person.headers, _id),
        (copy) => copy.progress > 50,
      );
      // As if another worker had taken the job over from one that is only slow.
      await owner.query(
        'UPDATE identity.export SET tries = tries + 1, progress = 0 WHERE id = $1',
        [_id],
      );
    } finally {
      await owner.query('COMMIT');
    }
    // The slow one is refused, does not count the event as dealt with, and begins anew, since there
    // is no other here.
    await asking.ready(person.headers, _id);
    expect(
      (
        await owner.query<{ tries: number }>('SELECT tries FROM identity.export WHERE id = $1', [
          _id,
        ])
      ).rows[0]?.tries,
    ).toBeGreaterThanOrEqual(3);
    expect(parsed(await downloaded(person, _id), 'account').account).toHaveLength(1);
  }, 60_000);
});

describe('What a copy is made of', () => {
  const take = <T>(work: (snapshot: Snapshot) => Promise<T>) => run.app.get(Snapshots).take(work);

  it('is read in a transaction that can write nothing, under either role', async () => {
    const person = await makePerson(run.source);
    for (const role of ['commonlab_app', 'commonlab_link'] as const) {
      await expect(
        take((snapshot) =>
          snapshot.query(
            `INSERT INTO platform.outbox (id, name, data) VALUES ($1, 'identity.account-purged', '{}')`,
            [randomUUID()],
            role,
          ),
        ),
      ).rejects.toThrow(/read-only transaction/);
    }
    await expect(
      take((snapshot) =>
        snapshot.query(`UPDATE identity.account SET first_name = 'X' WHERE id = $1`, [person._id]),
      ),
    ).rejects.toThrow(/read-only transaction/);
  });

  it('is found under the role that may read it alone: only the link names participations, and the application reads them', async () => {
    await expect(
      take((snapshot) => snapshot.query('SELECT 1 FROM identity.participation_link', [])),
    ).rejects.toThrow(/permission denied/);
    await expect(
      take((snapshot) => snapshot.query('SELECT 1 FROM identity.roster_access', [])),
    ).rejects.toThrow(/permission denied/);
    await expect(
      take((snapshot) => snapshot.query('SELECT 1 FROM identity.totp', [], 'commonlab_link')),
    ).rejects.toThrow(/permission denied/);
    // After a page of the link, the next statement of the application is the application's again.
    await expect(
      take(async (snapshot) => {
        for await (const _ of snapshot.pages(
          'SELECT 1 FROM generate_series(1, 3)',
          [],
          'commonlab_link',
        ))
          await snapshot.query('SELECT 1 FROM identity.participation_link', []);
      }),
    ).rejects.toThrow(/permission denied/);
  });

  it('is the same for every file, whoever changes it in between, and nobody waits for it', async () => {
    const person = await makePerson(run.source);
    const seen = await take(async (snapshot) => {
      await run.source.query(`UPDATE identity.account SET first_name = 'Changed' WHERE id = $1`, [
        person._id,
      ]);
      await run.source.query(
        `INSERT INTO identity.demographics (account_id, education_level) VALUES ($1, 'master')`,
        [person._id],
      );
      const names: Record<string, object[]> = {};
      for (const file of capabilities.exportFiles)
        for (const { name, pages } of run.app
          .get(PersonalDataRead)
          .rows(snapshot, file, person._id))
          for await (const page of pages) names[name] = [...(names[name] ?? []), ...page];
      return names;
    });
    expect(seen.account).toEqual([expect.objectContaining({ first_name: 'Ada' })]);
    expect(seen.demographics).toBeUndefined();
    expect(seen.sign_ins).toHaveLength(1);
  });
});
