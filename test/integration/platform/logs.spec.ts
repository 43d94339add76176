import { Client } from 'pg';
import request from 'supertest';
import type { DataExport } from '../../../contracts/data-rights';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningWorkers } from '../../../workers/start';
import type { RunningApp } from '../../support/app';
import { capturedLog, spellings } from '../../support/captured-log';
import { makeAdministrator } from '../../support/people';
import { recruit } from '../../support/recruiting';
import { eventually } from '../../support/wait';
import { watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { askingOf } from '../data-rights/requesting';
import {
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from '../authentication/oidc/oidc-people';
import { basic, bearer, peopleOf } from '../accounts/people-of';
import { samlOf } from '../authentication/saml/saml-people';
import { secondFactorOf } from '../authentication/second-factor/second-factor-of';
import { Inbox } from '../mail/inbox';
import { bodyOf } from '../../support/body-of';

const inbox = new Inbox();
const logs = { server: capturedLog('trace', 'server'), workers: capturedLog('trace', 'workers') };
const spoken: string[] = [];
/** Everything that no line may hold, by what it is. */
const secrets = new Map<string, string>();
const secret = (what: string, value: string): string => {
  if (value.length < 6) throw new Error(`${what} is too short to be looked for`);
  secrets.set(value, what);
  return value;
};
const telling =
  /^(token|link_token|flow_key|secret|code|signature|saml_access_code|SAMLResponse|id_token|state|nonce)$/;
/** Notes what an answer gave away that only its reader may know. */
function noteSecrets(body: unknown): void {
  if (Array.isArray(body)) return body.forEach(noteSecrets);
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'recovery_codes' && Array.isArray(value))
      value.forEach((code) => secret('a recovery code', String(code)));
    else if (typeof value === 'string' && value.startsWith('http') && value.includes('?'))
      for (const [name, part] of [...new URL(value).searchParams].filter(
        ([name, part]) => telling.test(name) && part.length > 12,
      ))
        secret(`${name} in an address`, part);
    else if (
      typeof value === 'string' &&
      telling.test(key) &&
      value.length > 12 &&
      !/^[a-z_]+$/.test(value)
    )
      secret(key, value); // an error's code is no secret
    else noteSecrets(value);
  }
}

const address = 'wilfredo.quackenbush@private-mailbox.test';
const network = '203.0.113.77';
let issuers: Issuers;
let run: RunningApp;
let workers: RunningWorkers;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
const from = (test: request.Test) =>
  test
    .set('X-Forwarded-For', network)
    .set('User-Agent', 'Mozilla/5.0 Zweifelbrowser/77.0')
    .set('Cookie', `ff_user_access_token=${secret('a cookie', 'cookie-QmFzZTY0LXNlY3JldA')}`);

beforeAll(async () => {
  await inbox.start();
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest
      .spyOn(console, level)
      .mockImplementation((...words: unknown[]) => void spoken.push(words.join(' ')));
  issuers = await startIssuers();
  run = await startAppWith(issuers, {
    environment: { SMTP_URL: inbox.url, TRUSTED_PROXIES: 'loopback', RATE_LIMITS: 'on' },
    log: logs.server.log,
    onAnswer: (payload) =>
      typeof payload === 'string' && /^[{[]/.test(payload) && noteSecrets(JSON.parse(payload)),
  });
  workers = await startTestWorkers(run, { log: logs.workers.log });
  people = peopleOf(run);
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await workers.close();
  await run.close();
  await issuers.close();
  await inbox.stop();
  jest.restoreAllMocks();
});

const all = () => [...logs.server.lines, ...logs.workers.lines, ...spoken];
const leaks = () => {
  const lines = all().map((line) => line.toLowerCase());
  return [...secrets].flatMap(([value, what]) =>
    spellings(value).flatMap((one) =>
      lines.filter((line) => line.includes(one)).map((line) => `${what} in ${line}`),
    ),
  );
};
const accountPassword = secret('a password', 'Tremendous-Walrus-1');
const names = {
  first_name: secret('a first name', 'Wilfredonius'),
  last_name: secret('a last name', 'Quackenbush'),
};

describe('At the most talkative level, no line of server or workers', () => {
  afterEach(() => expect(leaks()).toEqual([]));

  it('tells anything of a sign-up, an activation, sign-ins right and wrong, and a reset', async () => {
    secret('an address', address);
    const body = {
      email: address,
      password: accountPassword,
      password_confirmation: accountPassword,
      ...names,
      is_researcher: false,
    };
    const user = (await from(run.http().post('/api/users/')).send(body).expect(201)).body as {
      _id: string;
    };
    await from(run.http().post('/api/users/'))
      .send({
        ...body,
        is_researcher: true,
        invitation_code: secret('an invitation code', 'INVITE-ME-PLEASE-77'),
      })
      .expect(400);
    const key = secret('a verification key', await people.keyOf(user._id));
    await from(run.http().put('/api/users/profile/'))
      .send({ action: 'activate', key: secret('a wrong key', 'wrong-verification-key') })
      .expect(400);
    await from(run.http().put('/api/users/profile/')).send({ action: 'activate', key }).expect(200);
    await from(run.http().post('/api/users/')).send(body).expect(201);
    for (const [email, word] of [
      [address, 'Wrong-Password-77'],
      [secret('an unknown address', 'nobody@unknown-mailbox.test'), accountPassword],
    ] as const) {
      await from(run.http().get('/api/users/profile/'))
        .set(basic(email, secret('a wrong password', word)))
        .expect(401);
      secret('Basic credentials', Buffer.from(`${email}:${word}`).toString('base64'));
    }
    await from(run.http().get('/api/users/profile/'))
      .set({ authorization: `Basic ${secret('unreadable credentials', 'bm8tY29sb24taW4taGVyZQ')}` })
      .expect(401);
    const { token } = (
      await from(run.http().get('/api/users/profile/?remember=true'))
        .set(basic(address, accountPassword))
        .expect(200)
    ).body as { token: string };
    await from(run.http().get('/api/users/profile/')).set(bearer(token)).expect(200);
    await from(run.http().get('/api/users/profile/'))
      .set(bearer(secret('a bad token', 'Zm9yZ2VkLXRva2VuLWZvcmdlZA')))
      .expect(401);
    await from(run.http().post('/api/users/password/')).send({ email: address }).expect(202);
    await eventually(
      () =>
        run.source.query<unknown[]>(`SELECT 1 FROM identity.password_reset WHERE account_id = $1`, [
          user._id,
        ]),
      (rows) => rows.length === 1,
    );
    const code = secret('a reset code', await people.codeOf(user._id));
    await from(run.http().put('/api/users/password/'))
      .send({
        email: address,
        code: secret('a wrong code', 'ZZZZ9999'),
        password: 'Another-Walrus-2',
        password_confirmation: 'Another-Walrus-2',
      })
      .expect(400);
    await from(run.http().put('/api/users/password/'))
      .send({
        email: address,
        code,
        password: secret('a new password', 'Another-Walrus-2'),
        password_confirmation: 'Another-Walrus-2',
      })
      .expect(204);
    const again = (await people.signIn(address, 'Another-Walrus-2').expect(200)).body as {
      token: string;
    };
    await from(run.http().put('/api/users/profile/'))
      .send({ action: 'remove-token', token: again.token })
      .expect(204);
    await eventually(
      () => inbox.to(address).length,
      (n) => n >= 3,
    );
  }, 60_000);

  it('tells anything of a sign-in elsewhere, by OpenID or an organization', async () => {
    const oidc = oidcOf(run, issuers);
    const claims = {
      sub: secret('a subject', 'subject-of-somebody-4711'),
      email: secret('an address', 'elsewhere@private-mailbox.test'),
      email_verified: true,
      given_name: names.first_name,
      family_name: names.last_name,
    };
    const begun = await oidc.begin('google', claims);
    for (const [name, value] of new URLSearchParams(begun.query))
      if (value.length > 12 && name !== 'iss') secret(`${name} of a provider`, value);
    await oidc.finish('google', { ...begun, query: `${begun.query}x` });
    const second = await oidc.begin('google', claims);
    await oidc.finish('google', second).expect(200);
    await oidc.finish('google', second);
    await oidc.withToken(
      'google',
      secret('an ID token', await issuers.google.idToken(claims)),
      `&invitation_code=${secret('an invitation code in a query', 'QUERY-INVITE-88')}&is_researcher=true`,
    );
    await oidc
      .withToken(
        'google',
        secret(
          'a forged ID token',
          `${await issuers.google.sign({ sub: 'x', email: claims.email, exp: 1 })}`,
        ),
      )
      .expect(401);
    issuers.google.is('broken');
    await oidc.finish(
      'google',
      await oidc
        .begin('google', claims)
        .catch(() => ({ flow_key: 'none-at-all', query: 'code=none&state=none' })),
    );
    issuers.google.is('up');
    const saml = await samlOf(run);
    const uni = await saml.connect();
    secret('an address of an organization', `somebody@${uni.domain}`);
    const answer = await saml.answerFrom(uni);
    secret('an assertion', answer.SAMLResponse.slice(200, 260));
    const access = secret('a code of single sign-on', await saml.codeAfter(answer));
    const { token } = (await saml.redeem(access).expect(200)).body as { token: string };
    await saml.profile(token);
    await saml.redeem(secret('a wrong code of single sign-on', 'wrong-saml-access-code'));
    await saml.after(answer);
    await saml.post({ SAMLResponse: Buffer.from(`<a>${address}</a>`).toString('base64') });
    await run.http().get('/api/saml/redirect_url/').query({ user_email: address });
  }, 60_000);

  it('tells anything of a second factor', async () => {
    const second = secondFactorOf(run);
    const protectedOne = await second.withTotp();
    const challenge = await second.challengeFor(protectedOne.email);
    await second.prove(challenge.token, {
      recovery_code: secret('a wrong recovery code', 'wrong-recovery-code'),
    });
    await second.prove(challenge.token, { code: second.codeOf(protectedOne.secret) }).expect(200);
    await second
      .prove(secret('a wrong challenge', 'forged-challenge-token'), { code: '123456' })
      .expect(400);
    const other = await second.challengeFor(protectedOne.email);
    await second.prove(other.token, { recovery_code: protectedOne.codes[0] }).expect(200);
  }, 60_000);

  it('tells anything of a copy of everything, a roster, a search for people, or a socket', async () => {
    const { token } = (await people.signIn(address, 'Another-Walrus-2').expect(200)).body as {
      token: string;
    };
    const study = await recruit(run, { privacy_level: 'roster_on_start' });
    const body = await bodyOf(
      run
        .http()
        .post(`/api/sessions/${study.session_id}/participations/`)
        .set(bearer(token))
        .send({ consent: study.consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${(body as { _id: string })._id}/`)
      .set(bearer(token))
      .send({ action: 'start' })
      .expect(200);
    await run
      .http()
      .get(`/api/sessions/${study.session_id}/roster/`)
      .set(study.researcher.headers)
      .expect(200);
    const page = await watcher(run.url, token);
    await page.watch('me');
    await page.watch(`study:${address}`);
    await expect(
      watcher(run.url, secret('a bad token of a socket', 'c29ja2V0LXRva2VuLWZvcmdlZA')),
    ).rejects.toThrow();
    const asking = askingOf(run);
    const copy = await asking.ready(
      bearer(token),
      ((await asking.ask(bearer(token)).expect(202)).body as DataExport)._id,
    );
    await asking.fetchFile(copy.download_url ?? '').expect(200);
    await asking
      .fetchFile(`${copy.download_url}${secret('an altered signature', 'altered-signature')}`)
      .expect(404);
    page.close();
    const administrator = await makeAdministrator(run.source);
    await run
      .http()
      .get('/api/users/')
      .query({ text: names.last_name })
      .set(administrator.headers)
      .expect(200);
    await run
      .http()
      .get('/api/users/')
      .query({ text: address })
      .set(administrator.headers)
      .expect(200);
    const invitation = (
      await run.http().post('/api/invitations/').set(administrator.headers).send({}).expect(201)
    ).body as { code: string };
    secret('an invitation code', invitation.code);
    await run.http().delete('/api/users/profile/').set(bearer(token)).expect(202);
    await eventually(
      () => inbox.to(address).some((m) => m.subject === 'Your copy is ready'),
      Boolean,
    );
  }, 60_000);

  it('tells anything of what cannot be read: broken JSON, addresses that lead nowhere, query strings', async () => {
    const broken = secret('a password in broken JSON', 'Broken-Walrus-3');
    await from(run.http().post('/api/users/'))
      .type('json')
      .send(`{"email":"${address}","password":"${broken}`)
      .expect(400);
    await from(run.http().post('/api/users/')).type('json').send(`${broken}`).expect(400);
    await from(run.http().post('/api/users/')).type('text/plain').send(broken).expect(415);
    await from(run.http().put('/api/users/password/'))
      .type('json')
      .send(
        JSON.stringify({
          password: broken,
          email: 7,
          [secret('an unknown field', 'secretly-named-field')]: 1,
        }),
      )
      .expect(400);
    for (const path of [
      '/api/nowhere/',
      '/api/users/profile/',
      '/api/studies/',
      '/api/users/%E0%A4%A',
      '/robots.txt',
      '/verify',
      '/metrics',
      '/api/roster-accesses/',
    ]) {
      await from(
        run
          .http()
          .get(
            `${path}?key=${secret('a key in a query', 'key-in-a-query-string')}` +
              `&user_email=${encodeURIComponent(address)}` +
              `&cursor=${secret('a cursor', 'Y3Vyc29yLWN1cnNvcg')}`,
          ),
      );
    }
  });

  it('tells anything when the server itself fails, nor when a mail does', async () => {
    const { token } = (await people.signIn(address, 'Another-Walrus-2').expect(200)).body as {
      token: string;
    };
    await owner.query(
      'ALTER TABLE identity.account ADD CONSTRAINT of_digits CHECK (interests::integer > 0) NOT VALID',
    );
    await run
      .http()
      .put('/api/users/profile/')
      .set(bearer(token))
      .send({ interests: secret('interests', 'Secret-Interest-In-Walruses') })
      .expect(500);
    await owner.query('ALTER TABLE identity.account DROP CONSTRAINT of_digits');
    await owner.query('ALTER TABLE identity.demographics RENAME TO demographics_away');
    await run
      .http()
      .put('/api/demographics/')
      .set(bearer(token))
      .send({ date_of_birth: secret('a date of birth', '1931-07-13') })
      .expect(500);
    await owner.query('ALTER TABLE identity.demographics_away RENAME TO demographics');
    inbox.onRecipient = (to) => {
      throw Object.assign(new Error(`4.2.0 mailbox of <${to}> (${names.last_name}) is full`), {
        responseCode: 452,
      });
    };
    await run.http().post('/api/users/password/').send({ email: address }).expect(202);
    await eventually(
      () => logs.workers.of('reaction failed').length,
      (n) => n > 1,
    );
    inbox.onRecipient = () => undefined;
    const failed = logs.server.of('request failed');
    expect(failed).toHaveLength(2);
    expect(JSON.stringify(failed)).toContain('database error 22P02');
    expect(JSON.stringify(failed)).toContain('demographics');
  }, 60_000);

  it('holds a header, a query string, a network address or a browser’s name; and all of it was really listened to', async () => {
    secret('a place in the network', network);
    secret('a browser', 'Zweifelbrowser');
    secret('the key of the server', 'test-secret-test-secret-test-secret-test');
    secret('what seals addresses', run.app.get(Secrets).mac('file-url', 'x').toString('base64url'));
    for (const line of all()) {
      expect(line).not.toMatch(
        /Bearer |Basic [A-Za-z0-9+/]|"(authorization|cookie|password|set-cookie)"|"(url|path|query)":|\?[a-z_]+=/i,
      );
      expect(line).not.toMatch(/[\w.+-]+@[\w-]+\.test/);
    }
    expect(secrets.size).toBeGreaterThan(60);
    expect(logs.server.of('request').length).toBeGreaterThan(60);
    await eventually(
      () => logs.workers.of('mail').length,
      (n) => n > 5,
    );
    await eventually(
      () => logs.workers.of('reacted').length,
      (n) => n > 20,
    );
  });
});

describe('PostgreSQL, as it is started here', () => {
  it('writes no values into its own log: no details of a broken constraint, no parameters, no statements', async () => {
    const { rows } = await owner.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('log_error_verbosity', 'log_statement', 'log_parameter_max_length_on_error', 'log_min_duration_statement')
       ORDER BY name`,
    );
    expect(Object.fromEntries(rows.map((r) => [r.name, r.setting]))).toEqual({
      log_error_verbosity: 'terse',
      log_min_duration_statement: '-1',
      log_parameter_max_length_on_error: '0',
      log_statement: 'none',
    });
  });
});

describe('The search itself', () => {
  it('finds a secret in a log that tells it, however it is spelled', () => {
    const talkative = capturedLog('trace', 'test');
    for (const told of [
      'Quackenbush',
      Buffer.from('x: Quackenbush!').toString('base64'),
      Buffer.from('Quackenbush').toString('hex'),
      'QUACKENBUSH',
    ]) {
      talkative.log.info({ told }, 'a line');
      expect(
        spellings('Quackenbush').some((one) =>
          (talkative.lines.at(-1) ?? '').toLowerCase().includes(one),
        ),
      ).toBe(true);
    }
    talkative.log.info({ told: 'nothing' }, 'a line');
    expect(
      spellings('Quackenbush').some((one) =>
        (talkative.lines.at(-1) ?? '').toLowerCase().includes(one),
      ),
    ).toBe(false);
  });
});
