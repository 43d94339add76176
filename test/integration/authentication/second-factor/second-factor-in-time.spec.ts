import { minutes } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { Authenticator } from '../../../support/sign-in/authenticator';
import { bearer } from '../../accounts/account-requests';
import { sortedAnswerCodes, secondFactorRequestsOf } from './second-factor-of';

let running: RunningApp;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());

describe('Managing second factors', () => {
  it.each([
    ['POST', '/api/second-factor/totp/', undefined],
    ['PUT', '/api/second-factor/totp/', { code: '123456' }],
    ['DELETE', '/api/second-factor/totp/', undefined],
    ['POST', '/api/second-factor/passkeys/options/', undefined],
    ['POST', '/api/second-factor/passkeys/', { name: 'Key', response: {} }],
    ['DELETE', '/api/second-factor/passkeys/0193a9a0-0000-7000-8000-000000000001/', undefined],
    ['POST', '/api/second-factor/recovery-codes/', undefined],
  ] as const)(
    '[7.5.1] %s %s requires a sign-in within the last fifteen minutes',
    async (method, path, body) => {
      const member = await factor.researcher();
      running.clock.advance(minutes(15.1));
      const verb = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
      const answer = await running
        .http()
        [verb[method]](path)
        .set(bearer(member.token))
        .send(body)
        .expect(403);
      expect(answer.body).toMatchObject({ code: 'recent_sign_in_required' });
    },
  );
});

describe('A sign-in with a second factor', () => {
  it('[6.5.1] accepts no code twice: not the code of the set-up, and not in two sign-ins at the same time', async () => {
    const member = await factor.researcher();
    factor.nextStep();
    const { secret } = (await factor.begin(member.token).expect(200)).body as { secret: string };
    await factor.confirm(member.token, factor.codeOf(secret)).expect(200);
    await factor
      .prove((await factor.challengeFor(member.email)).token, { code: factor.codeOf(secret) })
      .expect(400);
    factor.nextStep();
    const challenges = await Promise.all([1, 2, 3].map(() => factor.challengeFor(member.email)));
    const answers = await Promise.all(
      challenges.map(({ token }) => factor.prove(token, { code: factor.codeOf(secret) })),
    );
    expect(sortedAnswerCodes(answers)).toEqual(['200', 'invalid_code', 'invalid_code']);
  });

  it('[6.5.5] accepts the codes of the half minute before and after, and none from further away', async () => {
    const person = await factor.withTotp();
    factor.nextStep(4);
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      await factor
        .prove((await factor.challengeFor(person.email)).token, {
          code: factor.codeOf(person.secret, steps),
        })
        .expect(status);
    }
  });

  it('has to be finished within five minutes', async () => {
    const person = await factor.withTotp();
    const { token, expires_at } = await factor.challengeFor(person.email);
    expect(
      Math.round((new Date(expires_at).getTime() - running.clock.now().getTime()) / 60_000),
    ).toBe(5);
    running.clock.advance(minutes(5.1));
    expect(
      (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(400)).body,
    ).toMatchObject({ code: 'invalid_challenge' });
  });
});

describe('Adding a passkey', () => {
  it('accepts a begun registration once, within five minutes, and only from the account that began it', async () => {
    const [member, other] = [await factor.researcher(), await factor.researcher()];
    const options = await factor.creationOptions(member.token);
    await factor.addPasskey(other.token, new Authenticator().create(options)).expect(400);
    await factor.creationOptions(other.token);
    await factor.addPasskey(other.token, new Authenticator().create(options)).expect(400);
    await factor.addPasskey(member.token, new Authenticator().create(options)).expect(201);
    await factor.addPasskey(member.token, new Authenticator().create(options)).expect(400);
    const late = await factor.creationOptions(member.token);
    running.clock.advance(minutes(5.1));
    await factor.addPasskey(member.token, new Authenticator().create(late)).expect(400);
  });
});
