import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ExportState } from '../../../server/data-rights/export-state';
import { days } from '../../../server/platform/concurrency/clock';
import { ExpireExportsJob } from '../../../server/data-rights/archive/expire-exports.job';
import { capabilities } from '../../../server/contexts';
import { undeclaredTables } from '../../../server/platform/gaps';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app';
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
import { Inbox } from '../mail/inbox';
import { askingOf } from './requesting';
import { bodyOf } from '../../support/body-of';

const exportedFiles = capabilities.exportFiles.map(({ name }) => name);

type Section = Record<string, unknown>[];
const inbox = new Inbox();
let run: RunningApp;
let workers: RunningWorkers;
let asking: ReturnType<typeof askingOf>;
let person: TestPerson;
let recruiting: Recruiting;
let participationId: string;
let copy: Record<string, string>;

const parsed = (name: string, from = copy) =>
  JSON.parse(from[`${name}.json`] ?? '') as Record<string, Section>;

beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  asking = askingOf(run);
  person = await makePerson(run.source, {
    first_name: 'Wilhelmina',
    last_name: 'Krüger',
    language: 'de',
  });
  recruiting = await recruit(run, { privacy_level: 'roster_on_start', title: 'Farben und Wörter' });
  await run
    .http()
    .put('/api/demographics/')
    .set(person.headers)
    .send({ education_level: 'master', date_of_birth: '1990-04-01' })
    .expect(200);
  const body = await bodyOf(
    run
      .http()
      .post(`/api/sessions/${recruiting.session_id}/participations/`)
      .set(person.headers)
      .send({ consent: recruiting.consent })
      .expect(201),
  );
  participationId = (body as { _id: string })._id;
  await run
    .http()
    .put(`/api/participations/${participationId}/`)
    .set(person.headers)
    .send({ action: 'start' })
    .expect(200);
  await run
    .http()
    .put(`/api/participations/${participationId}/`)
    .set(person.headers)
    .send({ action: 'complete' })
    .expect(200);
  await run
    .http()
    .get(`/api/sessions/${recruiting.session_id}/roster/`)
    .set(recruiting.researcher.headers)
    .expect(200);
  await run.http().post('/api/users/password/').send({ email: person.email }).expect(202);
  await run.source.query(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
     VALUES ($1, $2, 'google', 'https://accounts.google.com', 'subject-77')`,
    [randomUUID(), person._id],
  );
  await run.source.query(
    `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, $2, now())`,
    [person._id, Buffer.from('totp-secret-bytes')],
  );
  await run.source.query(
    `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $4, 0, '{usb}', 'Blauer Schlüssel')`,
    [randomUUID(), person._id, randomBytes(16), Buffer.from('public-key-bytes')],
  );
  await run.source.query(
    `INSERT INTO identity.recovery_code (id, account_id, code_hash) VALUES ($1, $2, $3)`,
    [randomUUID(), person._id, Buffer.from('recovery-hash-bytes')],
  );
  await eventually(
    () => inbox.to(person.email).length,
    (n) => n >= 2,
  );
  // The server's yes comes before our own note of it.
  await eventually(
    () => run.source.query<unknown[]>(`SELECT 1 FROM platform.mail WHERE state = 'claimed'`),
    (claimed) => claimed.length === 0,
  );
  copy = await asking.copyOf(person.headers);
}, 60_000);
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

describe('The copy', () => {
  it('has a file for each kind of thing, an index for programs, and a page for people in their own language', () => {
    expect(Object.keys(copy).sort()).toEqual(
      [...exportedFiles.map((name) => `${name}.json`), 'README.txt', 'index.json'].sort(),
    );
    const index = JSON.parse(copy['index.json'] ?? '') as {
      account_id: string;
      language: string;
      files: { name: string; explains: string; records: number }[];
      not_inside: string[];
    };
    expect(index).toMatchObject({ format: 1, account_id: person._id, language: 'de' });
    expect(index.files.map((f) => f.name)).toEqual(exportedFiles.map((name) => `${name}.json`));
    for (const { name, explains, records } of index.files) {
      expect(explains.length).toBeGreaterThan(20);
      expect(copy['README.txt']).toContain(explains);
      expect(records).toBe(
        Object.values(JSON.parse(copy[name] ?? '') as Record<string, Section>).flat().length,
      );
    }
    expect(copy['README.txt']).toContain('Ihre Kopie von allem');
    expect(index.not_inside).toHaveLength(5);
  });

  it('says who the person is and how they sign in, without anything that would let somebody else do so', () => {
    expect(parsed('account').account).toEqual([
      expect.objectContaining({
        id: person._id,
        email: person.email,
        first_name: 'Wilhelmina',
        last_name: 'Krüger',
        language: 'de',
        status: 'ACTIVE',
      }),
    ]);
    expect(parsed('demographics').demographics).toEqual([
      expect.objectContaining({ date_of_birth: '1990-04-01', education_level: 'master' }),
    ]);
    expect(parsed('sign-in-methods').identities).toEqual([
      expect.objectContaining({
        provider: 'google',
        issuer: 'https://accounts.google.com',
        subject: 'subject-77',
      }),
    ]);
    expect(parsed('sign-ins').sign_ins).toHaveLength(1);
    expect(parsed('second-factor')).toMatchObject({
      authenticator_app: [{ confirmed_at: expect.any(String) as string }],
      passkeys: [{ name: 'Blauer Schlüssel' }],
      recovery_codes: [{ used_at: null }],
    });
    expect(parsed('under-way').password_resets).toHaveLength(1);
    const all = Object.values(copy).join('\n');
    for (const secret of [
      'totp-secret-bytes',
      'public-key-bytes',
      'recovery-hash-bytes',
      person.token,
    ]) {
      for (const spelled of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        expect(all).not.toContain(spelled);
    }
    expect(all).not.toMatch(/_hash"|"hash"|"secret"/);
  });

  it('says in which studies the person took part, every move, and what was agreed to, word for word', () => {
    const { participations, moves } = parsed('participations');
    const pseudonym = run.app
      .get(Secrets)
      .pseudonym(recruiting.study_id, person._id)
      .toString('hex');
    expect(participations).toEqual([
      expect.objectContaining({
        id: participationId,
        state: 'completed',
        study_title: 'Farben und Wörter',
        pseudonym,
        session: expect.objectContaining({
          privacy_level: 'roster_on_start',
          reward_amount: 450,
        }) as object,
      }),
    ]);
    expect(participations?.[0]).toMatchObject({ demographics: { education_level: 'master' } });
    expect(moves?.map((m) => m.to_state)).toEqual(['enrolled', 'started', 'completed']);
    expect(parsed('agreements').agreements).toEqual([
      expect.objectContaining({
        sha256: recruiting.consent.sha256,
        consent_version: 1,
        pseudonym,
        document: expect.objectContaining({ text: 'I agree to take part.' }) as object,
      }),
    ]);
  });

  it('says who saw the name, which mails went out, what the audit log holds, and that this copy was asked for', () => {
    expect(parsed('roster-accesses').own_name_shown).toEqual([
      expect.objectContaining({
        study_title: 'Farben und Wörter',
        researcher: expect.objectContaining({
          id: recruiting.researcher._id,
          organization: 'University of Somewhere',
        }) as object,
      }),
    ]);
    expect(parsed('mails').mails).toEqual([
      expect.objectContaining({ template: 'reset-code', state: 'sent' }),
    ]);
    expect(parsed('audit-log').records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'data-exported', by: 'you', about: 'you' }),
      ]),
    );
    expect(parsed('exports').exports).toEqual([expect.objectContaining({ state: 'running' })]);
  });

  it('of a researcher holds studies, sessions and opened rosters, and nobody who took part', async () => {
    const theirs = await asking.copyOf(recruiting.researcher.headers);
    expect(parsed('studies', theirs)).toMatchObject({
      studies: [{ id: recruiting.study_id, title: 'Farben und Wörter' }],
      sessions: [{ id: recruiting.session_id, title: 'Farben und Wörter', completed: 1 }],
      consent_documents: [{ title: 'Consent' }],
    });
    expect(parsed('roster-accesses', theirs)).toMatchObject({
      own_name_shown: [],
      rosters_opened: [{ session_id: recruiting.session_id, names_shown: 1 }],
    });
    const all = Object.values(theirs).join('\n');
    for (const foreign of ['Wilhelmina', 'Krüger', person.email, person._id, participationId])
      expect(all).not.toContain(foreign);
    expect(theirs['README.txt']).toContain('Your copy of everything');
  });

  it('of an administrator holds the decisions, and calls those whom they were about somebody else', async () => {
    const [administrator, researcher] = [
      await makeAdministrator(run.source),
      await makeResearcher(run.source, { researcher_privilege: null }),
    ];
    await run.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization) VALUES ($1, $2, 'pending', 'Uni')`,
      [randomUUID(), researcher._id],
    );
    await run
      .http()
      .put(`/api/reviews/${researcher._id}/`)
      .set(administrator.headers)
      .send({ decision: 'approve', reason: 'Known to us' })
      .expect(200);
    const theirs = await asking.copyOf(administrator.headers);
    expect(parsed('reviews', theirs)).toMatchObject({
      reviews: [],
      reviews_decided: [{ state: 'approved', reason: 'Known to us' }],
    });
    expect(Object.values(theirs).join('\n')).not.toContain(researcher._id);
    expect(parsed('reviews', await asking.copyOf(researcher.headers)).reviews).toEqual([
      expect.objectContaining({ state: 'approved', reason: 'Known to us' }),
    ]);
  });
});

describe('While the copy is made', () => {
  it('every open page of the person sees how far it is, and a mail without any secret says that it is ready', async () => {
    const reader = await makePerson(run.source);
    const page = await watcher(run.url, reader.token);
    expect(await page.watch('me')).toMatchObject({ ok: true });
    const { _id } = (await asking.ask(reader.headers).expect(202)).body as { _id: string };
    await eventually(() => page.messages.some((m) => m.name === 'export.ready'), Boolean);
    const told = page.messages.filter((m) => m.name.startsWith('export.'));
    const progress = told
      .filter((m) => m.name === 'export.progress')
      .map((m) => (m.message as { progress: number }).progress);
    expect(told.every((m) => (m.message as { _id: string })._id === _id)).toBe(true);
    expect(progress[0]).toBe(0);
    expect(progress.length).toBeGreaterThan(exportedFiles.length);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(told.at(-1)?.name).toBe('export.ready');
    const [mail] = await eventually(
      () => inbox.to(reader.email),
      (mails) => mails.length > 0,
    );
    expect(mail?.subject).toBe('Your copy is ready');
    expect(mail?.text).toContain('/profile/#privacy');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/signature|\/api\/|key=|[?&][a-z]+=/);
    page.close();
  });
});

describe('When a copy is thrown away', () => {
  it('every open page of the person hears of it', async () => {
    const reader = await makePerson(run.source);
    const page = await watcher(run.url, reader.token);
    expect(await page.watch('me')).toMatchObject({ ok: true });
    const { _id } = (await asking.ask(reader.headers).expect(202)).body as { _id: string };
    await asking.ready(reader.headers, _id);
    run.clock.advance(days(7.1));
    await new ExpireExportsJob(run.app.get(ExportState)).run();
    await eventually(
      () => page.messages.filter((m) => m.name === 'export.expired').map((m) => m.message),
      (told) => JSON.stringify(told) === JSON.stringify([{ _id }]),
    );
    page.close();
  });
});

describe('Every table', () => {
  let owner: Client;
  beforeAll(async () => {
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(() => owner.end());
  const exported = capabilities.tables.filter(({ personalData }) => 'exported' in personalData);

  it('is declared by a context, with retention, personal data and erasure', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('identity', 'platform', 'research') ORDER BY 1`,
    );
    const names = rows.map((row) => row.name);
    expect(undeclaredTables(names, capabilities.tables)).toEqual([]);
    expect(capabilities.tables.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('that says it is erased by foreign key goes with the account', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `WITH RECURSIVE gone AS (
         SELECT 'identity.account'::regclass::oid AS id
         UNION SELECT c.conrelid FROM pg_constraint c JOIN gone ON c.confrelid = gone.id
         WHERE c.contype = 'f' AND c.confdeltype = 'c')
       SELECT id::regclass::text AS name FROM gone`,
    );
    const cascades = rows.map((row) => row.name);
    const claimed = exported
      .filter(
        ({ personalData }) =>
          'erased' in personalData &&
          'by' in personalData.erased &&
          personalData.erased.by === 'foreign key',
      )
      .map(({ name }) => name);
    expect(claimed.filter((name) => !cascades.includes(name))).toEqual([]);
  });

  it('that points to an account is left out only where what it holds is in no form to give', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
      WHERE confrelid = 'identity.account'::regclass AND contype = 'f'`,
    );
    expect(
      rows.map((r) => r.name).filter((name) => !exported.some((table) => table.name === name)),
    ).toEqual([]);
  });

  it('gives no column that holds bytes or is called a secret', async () => {
    const { rows } = await owner.query<{ table: string; name: string }>(
      `SELECT table_schema || '.' || table_name AS table, column_name AS name FROM information_schema.columns
       WHERE table_schema IN ('identity', 'platform') AND (data_type = 'bytea' OR column_name ~ '(hash|secret|challenge|password|key)$')`,
    );
    for (const section of capabilities.exportFiles.flatMap(({ sections }) => sections)) {
      if (!('table' in section)) continue;
      const secrets = rows.filter((r) => r.table === section.table).map((r) => r.name);
      expect({
        table: section.table,
        shown: secrets.filter((name) => !section.without.includes(name)),
      }).toEqual({ table: section.table, shown: [] });
    }
  });
});
