/**
 * @engines long: the libraries of the queues also write to the log, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { Secrets } from '../../../server/platform/security/secrets';
import { eventually } from '../../support/chance/wait';
import { bearer } from '../accounts/account-requests';
import { secondFactorRequestsOf } from '../authentication/second-factor/second-factor-of';
import { visitorAddress, visitorNetwork, openLogsRig, type LogsRig } from './logs-rig';
import { signInByProviders, signUpAndResetPassword, takePartInStudy } from './logged-visits';

let rig: LogsRig;
beforeAll(async () => {
  rig = await openLogsRig();
});
afterAll(() => rig.close());

describe('The logs of server and workers at the most verbose level', () => {
  afterEach(() => expect(rig.leaks()).toEqual([]));

  it('contain nothing confidential from a sign-up, an activation, sign-ins and a password reset', async () => {
    await signUpAndResetPassword(rig);
  });

  it('contain nothing confidential from a sign-in by OpenID or an organization', async () => {
    await signInByProviders(rig);
  });

  it('contain nothing confidential from a second factor', async () => {
    const { run, secret } = rig;
    const second = secondFactorRequestsOf(run);
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
  });

  it('contain nothing confidential from a data copy, a roster, a search for people, or a socket', async () => {
    await takePartInStudy(rig);
  });

  it('contain nothing confidential from broken JSON, unknown paths and query strings', async () => {
    const { run, from, secret } = rig;
    const broken = secret('a password in broken JSON', 'Broken-Walrus-3');
    await from(run.http().post('/api/users/'))
      .type('json')
      .send(`{"email":"${visitorAddress}","password":"${broken}`)
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
      '/api/roster-accesses/',
    ]) {
      await from(
        run
          .http()
          .get(
            `${path}?key=${secret('a key in a query', 'key-in-a-query-string')}` +
              `&user_email=${encodeURIComponent(visitorAddress)}` +
              `&cursor=${secret('a cursor', 'Y3Vyc29yLWN1cnNvcg')}`,
          ),
      );
    }
  });

  it('contain nothing confidential when the server or a mail fails', async () => {
    const { run, owner, people, inbox, logs, names, secret } = rig;
    const { token } = (await people.signIn(visitorAddress, 'Another-Walrus-2').expect(200))
      .body as {
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
    await run.http().post('/api/users/password/').send({ email: visitorAddress }).expect(202);
    await eventually(
      () => logs.workers.of('reaction failed').length,
      (n) => n > 1,
    );
    inbox.onRecipient = () => undefined;
    const failed = logs.server.of('request failed');
    expect(failed).toHaveLength(2);
    expect(JSON.stringify(failed)).toContain('database error 22P02');
    expect(JSON.stringify(failed)).toContain('demographics');
  });

  it('contain no header, query string, network address or browser name, although all of it was sent', async () => {
    const { run, logs, secret } = rig;
    secret('a place in the network', visitorNetwork);
    secret('a browser', 'Zweifelbrowser');
    secret('the key of the server', 'test-secret-test-secret-test-secret-test');
    secret('what seals addresses', run.app.get(Secrets).mac('file-url', 'x').toString('base64url'));
    for (const line of rig.lines()) {
      expect(line).not.toMatch(
        /Bearer |Basic [A-Za-z0-9+/]|"(authorization|cookie|password|set-cookie)"|"(url|path|query)":|\?[a-z_]+=/i,
      );
      expect(line).not.toMatch(/[\w.+-]+@[\w-]+\.test/);
    }
    expect(rig.confidential.size).toBeGreaterThan(60);
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
