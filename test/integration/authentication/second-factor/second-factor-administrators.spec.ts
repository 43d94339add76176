/**
 * @engines one: uses a socket only to see that the server closes it, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { startApp, type RunningApp } from '../../../support/app/app';
import { Authenticator } from '../../../support/sign-in/authenticator';
import { openTestSocket } from '../../../support/app/watcher';
import { bearer, accountRequestsOf } from '../../accounts/account-requests';
import { secondFactorRequestsOf } from './second-factor-of';
import { bodyOf } from '../../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await startApp({ environment: { ADMIN_SECOND_FACTOR: 'required' } });
  people = accountRequestsOf(running);
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());

const administrator = async () => {
  const member = await people.member();
  await running.source.query(`UPDATE identity.account SET role = 'ADMINISTRATOR' WHERE id = $1`, [
    member._id,
  ]);
  return member;
};
const reviews = async (token: string) => {
  const w = await openTestSocket(running.url, token);
  const answer = await w.watch('reviews');
  w.close();
  return answer;
};
const missing = { code: 'second_factor_missing' };
const calls = ['/api/users/', '/api/reviews/', '/api/invitations/', '/api/audit/'];

describe('An administrator of a server that requires a second factor', () => {
  it('[6.3.3] is refused with the reason until the factor is set up; the sign-in that set it up counts as proven', async () => {
    const person = await administrator();
    for (const path of calls)
      expect(
        (await running.http().get(path).set(bearer(person.token)).expect(403)).body,
      ).toMatchObject(missing);
    expect(await reviews(person.token)).toEqual({ ok: false, code: 'second_factor_missing' });
    expect((await factor.security(person.token).expect(200)).body).toMatchObject({
      second_factor_missing: true,
    });
    await running.http().get('/api/users/profile/').set(bearer(person.token)).expect(200);

    const before = (await people.signIn(person.email).expect(200)).body as { token: string };
    const set = await factor.withTotp(person);
    for (const path of calls) await running.http().get(path).set(bearer(person.token)).expect(200);
    expect(await reviews(person.token)).toMatchObject({ ok: true });
    const body = await bodyOf(
      factor
        .prove((await factor.challengeFor(person.email)).token, { code: factor.codeOf(set.secret) })
        .expect(200),
    );
    const { token } = body as { token: string };
    for (const path of calls) await running.http().get(path).set(bearer(token)).expect(200);
    expect(await reviews(token)).toMatchObject({ ok: true });
    expect((await factor.security(token)).body).toMatchObject({ second_factor_missing: false });
    // The server has ended the sign-in `before`, which never proved the factor.
    await running.http().get('/api/users/').set(bearer(before.token)).expect(401);
  });

  it('may instead prove a passkey or a recovery code', async () => {
    const person = await factor.withPasskey(new Authenticator(), await administrator());
    for (const proof of ['passkey', 'recovery_code'] as const) {
      const { token: challenge } = await factor.challengeFor(person.email);
      const given =
        proof === 'passkey'
          ? { passkey: person.authenticator.get(await factor.requestOptions(challenge)) }
          : { recovery_code: person.codes[0] };
      const { token } = (await factor.prove(challenge, given).expect(200)).body as {
        token: string;
      };
      await running.http().get('/api/users/').set(bearer(token)).expect(200);
    }
  });

  it('loses access as soon as the last factor is removed', async () => {
    const person = await factor.withTotp(await administrator());
    const { token } = (
      await factor
        .prove((await factor.challengeFor(person.email)).token, {
          code: factor.codeOf(person.secret),
        })
        .expect(200)
    ).body as { token: string };
    await running.http().delete('/api/second-factor/totp/').set(bearer(token)).expect(204);
    expect(
      (await running.http().get('/api/users/').set(bearer(token)).expect(403)).body,
    ).toMatchObject(missing);
    expect(await reviews(token)).toMatchObject({ ok: false, code: 'second_factor_missing' });
  });

  it('keeps the rights of a researcher', async () => {
    const person = await administrator();
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      person._id,
    ]);
    await running.http().get('/api/studies/?scope=mine').set(bearer(person.token)).expect(200);
  });
});
