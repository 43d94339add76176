import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Participation } from '../../../contracts/enrolment/participations';
import {
  AuditChain,
  sealedAuditColumnsSql,
  type AuditChainRecord,
} from '../../../server/audit/audit-chain';
import { SealAudit } from '../../../server/audit/seal-audit';
import { VerifyAudit } from '../../../server/audit/verify-audit';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { capabilities } from '../../../server/contexts';
import { configFor, startApp, type SeparateApp } from '../../support/app/app';
import { makePeople, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { runProgram, runProgramInWorker, type EndedProgram } from '../../support/app/run-program';
import { eventually } from '../../support/chance/wait';

const program = join(__dirname, '../../../dist/server/secret-rotate.main.js');
const first = 'test-secret-test-secret-test-secret-test';
const second = 'second-secret-second-secret-second-secret';
const rotated = { SECRET_KEY: second, SECRET_KEYS_OLD: `v1:${first}` };

// The file has two applications, one for each secret key, and a database in which it counts all
// encrypted values.
describe('rotating the secret key', () => {
  let before: SeparateApp;
  let after: SeparateApp;
  let owner: Client;
  let people: TestPerson[];
  beforeAll(async () => {
    before = await startApp();
    after = await startApp({ engines: before.engines, environment: rotated });
    owner = new Client({ connectionString: before.engines.migrationDatabaseUrl });
    await owner.connect();
    people = await makePeople(before.source, 700);
    const secrets = before.app.get(Secrets);
    await before.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at)
       SELECT *, now() FROM unnest($1::uuid[], $2::bytea[])`,
      [people.map(({ _id }) => _id), people.map(({ _id }) => secrets.seal('totp', _id, _id))],
    );
  });
  afterAll(async () => {
    await owner.end();
    await after.close();
    await before.close();
  });

  const environment = () => ({
    PATH: process.env.PATH,
    DATABASE_URL: before.engines.databaseUrl,
    MIGRATION_DATABASE_URL: before.engines.migrationDatabaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    DEMO: '0',
    ...rotated,
  });
  const rotate = (run: typeof runProgram = runProgramInWorker): Promise<EndedProgram> =>
    run('secret-rotate', [], environment());
  const underVersion = async (version: number) =>
    (
      await owner.query<{ n: number }>(
        `SELECT ((SELECT count(*) FROM identity.totp WHERE substring(secret FROM 1 FOR 3) = $1)
           + (SELECT count(*) FROM identity.participation_link
             WHERE substring(account FROM 1 FOR 3) = $1))::int AS n`,
        [Buffer.from(`v${version}:`)],
      )
    ).rows[0]?.n ?? 0;

  const enrol = async (
    app: SeparateApp,
    { session_id, consent }: Awaited<ReturnType<typeof recruit>>,
    { headers }: TestPerson,
  ) =>
    (
      (
        await app
          .http()
          .post(`/api/sessions/${session_id}/participations/`)
          .set(headers)
          .send({ consent })
          .expect(201)
      ).body as Participation
    )._id;
  const history = async (app: SeparateApp, { headers }: TestPerson) =>
    (
      (await app.http().get('/api/participations/').set(headers).expect(200)).body as {
        items: Participation[];
      }
    ).items
      .map(({ _id }) => _id)
      .sort();

  it('encrypts all values again while people enrol, also after it was killed', async () => {
    const studies = [
      await recruit(before, { capacity: 50, privacy_level: 'roster_on_start' }),
      await recruit(before, { capacity: 50, privacy_level: 'roster_on_start' }),
    ] as const;
    const some = people.slice(0, 12);
    const taken = new Map<TestPerson, string[]>();
    for (const one of some) taken.set(one, [await enrol(before, studies[0], one)]);
    expect(await underVersion(1)).toBe(people.length + some.length);

    // All rows after the first 500 are locked, so that the program has work left when it is killed.
    const rest = people
      .map(({ _id }) => _id)
      .sort()
      .slice(500);
    await owner.query('BEGIN');
    await owner.query('SELECT 1 FROM identity.totp WHERE account_id = ANY($1::uuid[]) FOR UPDATE', [
      rest,
    ]);
    const killed = spawn(process.execPath, [program], { env: environment(), stdio: 'ignore' });
    const ended = new Promise((resolve) => killed.once('exit', resolve));
    await eventually(
      () => underVersion(2),
      (n) => n >= 500,
    );
    killed.kill('SIGKILL');
    await ended;
    await owner.query('COMMIT');

    // Runs the program three times at the same time: twice within the process of the test, and as a
    // separate process, as an operator does.
    const all = Promise.all([rotate(), rotate(), rotate(runProgram)]);
    for (const one of some) taken.get(one)?.push(await enrol(after, studies[1], one));
    expect((await all).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await rotate()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing is sealed under v1 any more') as string,
    });
    expect(await underVersion(1)).toBe(0);
    expect(await underVersion(2)).toBe(people.length + 2 * some.length);

    // The application now uses the old key for hashes only, and can still read every value.
    const done = new Secrets(
      configFor(before.engines, { SECRET_KEY: second, SECRET_KEYS_OLD: `v1-hashes:${first}` }),
      capabilities,
    );
    const { rows } = await owner.query<{ account_id: string; secret: Buffer }>(
      'SELECT account_id, secret FROM identity.totp',
    );
    for (const { account_id, secret } of rows)
      expect(done.open('totp', account_id, secret)).toBe(account_id);
    for (const [one, ids] of taken) expect(await history(after, one)).toEqual(ids.sort());
    const { rows: links } = await owner.query<{ participation_id: string; account: Buffer }>(
      'SELECT participation_id, account FROM identity.participation_link',
    );
    expect(
      links
        .map((link) => done.open('participation-link', link.participation_id, link.account))
        .sort(),
    ).toEqual(some.flatMap(({ _id }) => [_id, _id]).sort());
    // Time limit: two programs start as processes.
  }, 60_000);

  it('encrypts the parts of data copies again byte for byte, even if there are more parts than one transaction handles', async () => {
    const person = people[1];
    if (!person) throw new Error('there are people');
    const [copy, study] = [randomUUID(), randomUUID()];
    const parts = Array.from({ length: 45 }, (_, i) => ({
      id: randomUUID(),
      plain: Buffer.from([0xff, 0xc3, 0x28, i]),
    }));
    const sealer = before.app.get(Secrets);
    await owner.query(
      `INSERT INTO identity.export (id, account_id, state, expires_at)
       VALUES ($1, $2, 'ready', now() + interval '1 day')`,
      [copy, person._id],
    );
    const { study_id } = await recruit(before, { capacity: 5 });
    await owner.query(
      `INSERT INTO research.study_export
         (id, study_id, state, format, for_spreadsheets, unfinished, sees_names, requested_at, expires_at)
       VALUES ($1, $2, 'ready', 'csv', false, false, false, now(), now() + interval '1 day')`,
      [study, study_id],
    );
    const kinds = [
      ['identity.export_part', copy, 'export-part'],
      ['research.study_export_part', study, 'study-export-part'],
    ] as const;
    for (const [table, exportId, purpose] of kinds)
      for (const [i, { id, plain }] of parts.entries())
        await owner.query(
          `INSERT INTO ${table} (export_id, first_byte, id, bytes) VALUES ($1, $2, $3, $4)`,
          [exportId, i * 4, id, sealer.seal(purpose, id, plain)],
        );
    expect((await rotate()).code).toBe(0);
    const opener = new Secrets(
      configFor(before.engines, { SECRET_KEY: second, SECRET_KEYS_OLD: `v1-hashes:${first}` }),
      capabilities,
    );
    for (const [table, exportId, purpose] of kinds) {
      const { rows } = await owner.query<{ id: string; bytes: Buffer }>(
        `SELECT id, bytes FROM ${table} WHERE export_id = $1 ORDER BY first_byte`,
        [exportId],
      );
      expect(rows.map(({ id, bytes }) => opener.openBytes(purpose, id, bytes))).toEqual(
        parts.map(({ plain }) => plain),
      );
    }
    // Time limit: the program encrypts every value again.
  }, 60_000);

  it('keeps a person who took part under the former key from taking part a second time', async () => {
    const study = await recruit(before, { capacity: 5 });
    const [person] = people;
    if (!person) throw new Error('there are people');
    const id = await enrol(before, study, person);
    const again = await after
      .http()
      .post(`/api/sessions/${study.session_id}/participations/`)
      .set(person.headers)
      .send({ consent: study.consent });
    expect([again.status, (again.body as Participation)._id]).toEqual([200, id]);
  });

  it('lets the audit chain continue under the new key only', async () => {
    const sealer = (app: SeparateApp) =>
      new SealAudit(app.app.get(UnitOfWork), new AuditChain(app.app.get(Secrets)), app.clock);
    const write = () =>
      before.app
        .get(UnitOfWork)
        .run((tx) => tx.audit('signed-in', { actor: randomUUID() }, before.clock.now()));
    const found = async () =>
      (await after.app.get(VerifyAudit).run()).findings.map(({ damage }) => damage);
    await write();
    expect(await sealer(before).run()).toBeGreaterThan(0);
    await write();
    expect(await sealer(after).run()).toBe(1);
    expect(await found()).toEqual([]);
    await write();
    expect(await sealer(before).run()).toBe(0);
    // Inserts the row that an intruder with the old key would insert.
    const { rows } = await owner.query<{ sequence: string; seal: Buffer }>(
      'SELECT sequence, seal FROM platform.audit_seal ORDER BY sequence DESC LIMIT 1',
    );
    const { rows: records } = await owner.query<AuditChainRecord>(
      `SELECT ${sealedAuditColumnsSql} FROM platform.audit a
       WHERE NOT EXISTS (SELECT FROM platform.audit_seal s WHERE s.audit_id = a.id)`,
    );
    const [last, record] = [rows[0], records[0]];
    if (!last || !record) throw new Error('a link and an open record');
    const next = BigInt(last.sequence) + 1n;
    await owner.query(
      `INSERT INTO platform.audit_seal (sequence, audit_id, at, seal) VALUES ($1, $2, $3, $4)`,
      [
        String(next),
        record.id,
        record.at_text,
        new AuditChain(before.app.get(Secrets)).seal(last.seal, next, record),
      ],
    );
    expect(await found()).toEqual(['changed']);
    await owner.query('DELETE FROM platform.audit_seal WHERE sequence = $1', [String(next)]);
    expect(await sealer(after).run()).toBe(1);
    expect(await found()).toEqual([]);
  });

  it.each([
    ['the former key is forgotten', { SECRET_KEY: second }, 'SECRET_KEY: this database has seen'],
    [
      'the former key is another one',
      { SECRET_KEY: second, SECRET_KEYS_OLD: `v1:${'another-'.repeat(6)}` },
      'SECRET_KEYS_OLD: this database has seen another key as v1',
    ],
    [
      'the present key has changed twice',
      { SECRET_KEY: 'third-'.repeat(7), SECRET_KEYS_OLD: `v1:${first}` },
      'SECRET_KEY: this database has seen another key as v2',
    ],
  ])('lets no program start when %s', async (_, environment, because) => {
    await expect(startApp({ engines: before.engines, environment })).rejects.toThrow(because);
  });

  it('reports a damaged value and encrypts the others', async () => {
    const [person, other] = people.slice(-2);
    await owner.query(
      `UPDATE identity.totp SET secret = 'v1:damaged, and longer than a nonce' WHERE account_id = $1`,
      [person?._id],
    );
    await owner.query(`UPDATE identity.totp SET secret = $2 WHERE account_id = $1`, [
      other?._id,
      before.app.get(Secrets).seal('totp', other?._id ?? '', 'text'),
    ]);
    const told = await rotate();
    expect(told.code).toBe(1);
    expect(told.stdout).toContain('identity.totp.secret: 1 sealed anew under v2, 1 left.');
    const { rows } = await owner.query<{ secret: Buffer }>(
      'SELECT secret FROM identity.totp WHERE account_id = $1',
      [other?._id],
    );
    expect(
      after.app.get(Secrets).open('totp', other?._id ?? '', rows[0]?.secret ?? Buffer.of()),
    ).toBe('text');
  });
});
