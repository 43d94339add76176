import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import Redis from 'ioredis';
import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { Clock, days } from '../../../server/platform/concurrency/clock';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../support/app';
import { capturedLog } from '../../support/captured-log';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people';
import { recruit, type Recruiting } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { askingOf } from '../data-rights/requesting';
import { Inbox } from '../mail/inbox';
import { bearer, count, peopleOf, password } from './people-of';
import { tracesOf } from './traces';
import { bodyOf } from '../../support/body-of';

const first = 'Zenobiah-Quörg';
const last = 'Vanderplumpington';
const address = 'zenobiah.vanderplumpington@distinctive-mailbox.test';
const said = [
  'Erforscht Xylophonverklumpung',
  'Grund-Wurbelschnaps',
  'Schlüssel-Knorzblau',
  'subjekt-pflaumenkern-77',
];
const texts = [first, last, address, address.toUpperCase(), 'distinctive-mailbox', ...said];

const inbox = new Inbox();
const logs = { server: capturedLog('trace', 'server'), workers: capturedLog('trace', 'workers') };
const spoken: string[] = [];
const clock = new TestClock();
let folder: string;
let run: RunningApp;
let workers: RunningWorkers;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-traces-'));
  await inbox.start();
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest
      .spyOn(console, level)
      .mockImplementation((...words: unknown[]) => void spoken.push(words.join(' ')));
  run = await startApp({
    environment: { SMTP_URL: inbox.url, DATA_DIR: folder, RATE_LIMITS: 'on' },
    clock,
    log: logs.server.log,
  });
  workers = await startTestWorkers(run, {
    environment: { DATA_DIR: folder },
    log: logs.workers.log,
  });
  people = peopleOf(run);
}, 60_000);
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
  await rm(folder, { recursive: true, force: true });
  jest.restoreAllMocks();
});

const traces = () =>
  tracesOf(texts, {
    engines: run.engines,
    folder,
    logs: { server: logs.server.lines, workers: logs.workers.lines, console: spoken },
  });
const sql = (text: string, values: unknown[]) => run.source.query(text, values);

/**
 * Registered twice, verified, reset, with demographics, every way in, a second factor, a study, a
 * roster, copies, mails.
 */
async function liveALife(study: Recruiting, administrator: TestPerson): Promise<string> {
  const planted = await people.register(address, { first_name: first, last_name: last });
  const user = await people.register(address, { first_name: first, last_name: last });
  await people.activate(await people.keyOf(user._id)).expect(200);
  expect(await count(run.source, 'identity.account WHERE id = $1', [planted._id])).toBe(0);
  await people.register(address, { first_name: first, last_name: last });
  for (let n = 0; n < 3; n++) await people.signIn(address, `Wrong-${n}-Pass`).expect(401);
  await run.http().post('/api/users/password/').send({ email: address }).expect(202);
  await eventually(
    () => count(run.source, 'identity.password_reset WHERE account_id = $1', [user._id]),
    (n) => n === 1,
  );
  await run
    .http()
    .put('/api/users/password/')
    .send({
      email: address,
      code: await people.codeOf(user._id),
      password: 'New-Horse-Battery-2',
      password_confirmation: 'New-Horse-Battery-2',
    })
    .expect(204);
  await run.http().post('/api/users/password/').send({ email: address }).expect(202);
  const { token } = (
    await people.signIn(address, 'New-Horse-Battery-2', '?remember=true').expect(200)
  ).body as { token: string };
  const headers = bearer(token);
  await run
    .http()
    .put('/api/demographics/')
    .set(headers)
    .send({ education_level: 'doctorate', date_of_birth: '1931-07-13' })
    .expect(200);
  await run.http().put('/api/users/profile/').set(headers).send({ interests: said[0] }).expect(200);
  await run
    .http()
    .get(`/api/users/?text=${encodeURIComponent(last)}`)
    .set(administrator.headers)
    .expect(200);

  await sql(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject) VALUES ($1, $2, 'orcid', 'https://orcid.org', $3)`,
    [randomUUID(), user._id, said[3]],
  );
  await sql(
    `INSERT INTO identity.pending_identity_link (id, token_hash, account_id, provider, issuer, subject, expires_at)
     VALUES ($1, $2, $3, 'google', 'https://accounts.google.com', $4, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id, said[3]],
  );
  await sql(
    `INSERT INTO identity.oidc_flow (id, key_hash, provider, purpose, account_id, remember, is_researcher, expires_at)
     VALUES ($1, $2, 'google', 'link', $3, false, false, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id],
  );
  await sql(`INSERT INTO identity.totp (account_id, secret) VALUES ($1, $2)`, [
    user._id,
    Buffer.from(address),
  ]);
  await sql(
    `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $3, 0, '{usb}', $4)`,
    [randomUUID(), user._id, randomBytes(16), said[2]],
  );
  await sql(
    `INSERT INTO identity.passkey_registration (account_id, challenge, expires_at) VALUES ($1, $2, now() + interval '1 year')`,
    [user._id, address],
  );
  await sql(`INSERT INTO identity.recovery_code (id, account_id, code_hash) VALUES ($1, $2, $3)`, [
    randomUUID(),
    user._id,
    randomBytes(32),
  ]);
  await sql(`INSERT INTO identity.account_note (id, account_id, reason) VALUES ($1, $2, $3)`, [
    randomUUID(),
    user._id,
    said[1],
  ]);
  await sql(
    `INSERT INTO identity.review (id, account_id, state, organization, interests, reason)
     VALUES ($1, $2, 'rejected', 'Uni', $3, $4)`,
    [randomUUID(), user._id, said[0], `${said[1]} ${last}`],
  );

  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${study.session_id}/participations/`)
      .set(headers)
      .send({ consent: study.consent })
      .expect(201),
  );
  const participation = `/api/participations/${(body as { _id: string })._id}/`;
  await run.http().put(participation).set(headers).send({ action: 'start' }).expect(200);
  await run.http().put(participation).set(headers).send({ action: 'complete' }).expect(200);
  const roster = await run
    .http()
    .get(`/api/sessions/${study.session_id}/roster/`)
    .set(study.researcher.headers)
    .expect(200);
  expect(JSON.stringify(roster.body)).toContain(address);

  const page = await watcher(run.url, token);
  await page.watch('me');
  const asking = askingOf(run);
  expect((await asking.copyOf(headers))['account.json']).toContain(address);
  await asking.ask(headers).expect(202);
  await run.http().delete('/api/users/profile/').set(headers).expect(202);
  // Asking ended the ones before; this one begins to sign in again and does not go on.
  await sql(
    `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, device, remembered, expires_at)
     VALUES ($1, $2, $3, 'password', $4, false, now() + interval '1 year')`,
    [randomUUID(), randomBytes(32), user._id, last],
  );
  page.close();
  return user._id;
}

describe('The search', () => {
  it('finds an address in a table, a queue, a file and a log, packed as bytes or spelled otherwise', async () => {
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query(
      `CREATE TABLE public.probe AS SELECT $1::bytea AS bytes, $2::jsonb AS json, $3::text AS text`,
      [
        Buffer.from(`<${address}>`),
        JSON.stringify({ a: [first] }),
        Buffer.from(`x${last}`).toString('base64'),
      ],
    );
    await writeFile(join(folder, 'probe'), `\0\xff${last}`);
    const redis = run.engines.redisUrl ? new Redis(run.engines.redisUrl) : undefined;
    await redis?.hset('probe', 'data', JSON.stringify({ address }));
    try {
      const found = await tracesOf(texts, {
        engines: run.engines,
        folder,
        logs: { a: [`{"msg":"${encodeURIComponent(address)}"}`], b: ['nothing'] },
      });
      const places = [...new Set(found.map((one) => one.replace(/: [^:]*$/, '')))].sort();
      expect(places).toEqual(
        [
          join(folder, 'probe'),
          'log of a',
          'public.probe.bytes',
          'public.probe.json',
          'public.probe.text',
          ...(redis ? ['redis probe'] : []),
        ].sort(),
      );
    } finally {
      await owner.query('DROP TABLE public.probe');
      await owner.end();
      await redis?.del('probe');
      redis?.disconnect();
      await rm(join(folder, 'probe'));
    }
  }, 60_000);
});

describe('Thirty days after somebody who did everything asked to be deleted', () => {
  let id: string;
  let study: Recruiting;

  it('name, address and whatever they said are all over the tables before', async () => {
    study = await recruit(run, {
      privacy_level: 'roster_on_start',
      researcher: await makeResearcher(run.source),
    });
    await run
      .http()
      .put(`/api/studies/${study.study_id}/consent/`)
      .set(study.researcher.headers)
      .attach('file', Buffer.from('%PDF-1.7 consent'), {
        filename: 'consent.pdf',
        contentType: 'application/pdf',
      })
      .expect(200);
    id = await liveALife(study, await makeAdministrator(run.source));
    await eventually(
      () => inbox.to(address).map((m) => m.subject),
      (subjects) => subjects.length >= 8 && subjects.some((s) => s.includes('will be deleted')),
    );
    // PostgreSQL looks at the tables now and then, and keeps samples.
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query('ANALYZE');
    await owner.end();
    const where = new Set((await traces()).map((trace) => trace.split(':')[0] ?? ''));
    expect([...where]).toEqual(
      expect.arrayContaining([
        'identity.account.email',
        'identity.account.first_name',
        'identity.account.last_name',
        'identity.account.interests',
        'identity.identity.subject',
        'identity.pending_identity_link.subject',
        'identity.totp.secret',
        'identity.passkey.name',
        'identity.passkey_registration.challenge',
        'identity.account_note.reason',
        'identity.review.interests',
        'identity.review.reason',
        'identity.second_factor_challenge.device',
      ]),
    );
    // And never where they would outlive the account.
    expect([...where].filter((place) => !place.startsWith('identity.'))).toEqual([]);
  }, 90_000);

  it('nothing is left of it: in no column of any table, no queue entry, no stored file, no line of a log', async () => {
    clock.advance(days(30.01));
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(id))).toBe(true);
    await eventually(
      () => count(run.source, `platform.outbox WHERE relayed_at IS NULL`),
      (n) => n === 0,
    );
    expect(await traces()).toEqual([]);
    expect(await count(run.source, 'identity.export WHERE account_id = $1', [id])).toBe(0);
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    // What is packed cannot be searched, so there must be none.
    expect((await owner.query('SELECT 1 FROM identity.export_part')).rowCount).toBe(0);
    expect(
      (await owner.query('SELECT 1 FROM identity.participation_link WHERE account_id = $1', [id]))
        .rowCount,
    ).toBe(0);
    await owner.end();
    expect(
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ),
    ).toHaveLength(1);
    expect(logs.server.lines.length).toBeGreaterThan(30);
    expect(logs.workers.of('mail').length).toBeGreaterThan(5);
  }, 60_000);

  it('what the study learnt stays, without anybody’s name, and the address is free for somebody new', async () => {
    const roster = (
      await run
        .http()
        .get(`/api/sessions/${study.session_id}/roster/`)
        .set(study.researcher.headers)
        .expect(200)
    ).body as { items: object[] };
    expect(roster.items).toEqual([
      expect.objectContaining({
        state: 'completed',
        first_name: null,
        last_name: null,
        email: null,
      }),
    ]);
    await people.signIn(address, 'New-Horse-Battery-2').expect(401);
    await people.signIn(address, password).expect(401);
    await people.register('somebody-else@uni.test');
  });

  it('the purge also comes by itself, from the workers, when the clock says so', async () => {
    const member = await people.member();
    await run.http().delete('/api/users/profile/').set(bearer(member.token)).expect(202);
    expect(run.app.get(Clock)).toBe(clock);
    const before = (await run.http().get('/api/exports/').set(bearer(member.token)).expect(200))
      .body as { items: DataExport[] };
    expect(before.items).toEqual([]);
    clock.advance(days(30.01));
    const again = await startTestWorkers(run, { log: logs.workers.log });
    try {
      await eventually(
        () => count(run.source, 'identity.account WHERE id = $1', [member._id]),
        (n) => n === 0,
      );
    } finally {
      await again.close();
    }
  }, 60_000);
});

describe('A researcher who saw names and was decided on by administrators', () => {
  const name = {
    first_name: 'Theophrastia-Lumbx',
    last_name: 'Quackenbosch-Ströwel',
    email: 'theophrastia.quackenbosch@peculiar-letterbox.test',
  };
  const asking = () => askingOf(run);

  it('is in nobody else’s copy once erased; whoever had one may ask for another, without the name', async () => {
    const hers = [name.first_name, name.last_name, name.email];
    const tracesOfHer = () =>
      tracesOf(hers, {
        engines: run.engines,
        folder,
        logs: { server: logs.server.lines, workers: logs.workers.lines, console: spoken },
      });
    const [administrator, bystander, participant] = [
      await makeAdministrator(run.source),
      await makePerson(run.source),
      await makePerson(run.source),
    ];
    const study = await recruit(run, {
      privacy_level: 'roster_on_start',
      researcher: await makeResearcher(run.source, name),
    });
    await run
      .http()
      .put('/api/users/profile/')
      .set(study.researcher.headers)
      .send({ organization: 'Elsewhere' })
      .expect(200);
    await run
      .http()
      .put(`/api/reviews/${study.researcher._id}/`)
      .set(administrator.headers)
      .send({ decision: 'approve', reason: `${name.last_name} is known to us` })
      .expect(200);
    const body = await bodyOf(
      run
        .http()
        .post(`/api/sessions/${study.session_id}/participations/`)
        .set(participant.headers)
        .send({ consent: study.consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${(body as { _id: string })._id}/`)
      .set(participant.headers)
      .send({ action: 'start' })
      .expect(200);
    await run
      .http()
      .get(`/api/sessions/${study.session_id}/roster/`)
      .set(study.researcher.headers)
      .expect(200);
    await run
      .http()
      .delete(`/api/users/${study.researcher._id}/`)
      .set(administrator.headers)
      .send({ reason: `${name.last_name} left us` })
      .expect(202);
    clock.advance(days(29));
    // They can still be read when the thirty days are over: they are kept for seven.
    expect((await asking().copyOf(participant.headers))['roster-accesses.json']).toContain(
      name.last_name,
    );
    expect((await asking().copyOf(administrator.headers))['reviews.json']).toContain(
      name.last_name,
    );
    expect(Object.values(await asking().copyOf(bystander.headers)).join()).not.toContain(
      name.last_name,
    );
    clock.advance(days(1.01));
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(study.researcher._id))).toBe(
      true,
    );
    await eventually(
      () => count(run.source, `platform.outbox WHERE relayed_at IS NULL`),
      (n) => n === 0,
    );
    const held = async (who: TestPerson) =>
      (await asking().list(who.headers)).items.map(({ state, download_url }) => [
        state,
        download_url !== null,
      ]);
    expect([await held(participant), await held(administrator), await held(bystander)]).toEqual([
      [['expired', false]],
      [['expired', false]],
      [['ready', true]],
    ]);
    expect(await tracesOfHer()).toEqual([]);
    const live = (
      await run.http().get('/api/roster-accesses/').set(participant.headers).expect(200)
    ).body as { items: object[] };
    expect(live.items).toEqual([expect.objectContaining({ times: 1, researcher: null })]);
    const again = await asking().copyOf(participant.headers);
    expect(again['roster-accesses.json']).toContain(study.researcher._id);
    for (const text of hers) expect(Object.values(again).join()).not.toContain(text);
  }, 60_000);
});
