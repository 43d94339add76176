import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../../support/app/app';
import { failedSignInsOf } from '../failed-sign-ins-of';
import { secondFactorRequestsOf } from './second-factor-of';
import { sortedStatuses } from '../../accounts/account-requests';

let running: RunningApp;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await startApp({ environment: { RATE_LIMITS: 'on' } });
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));

const guess = async (email: string, secret: string, tries: number) => {
  const { token } = await factor.challengeFor(email);
  const answers = [];
  for (let i = 0; i < tries; i++)
    answers.push(await factor.prove(token, { code: factor.wrongCode(secret) }));
  return answers;
};

describe('A person who knows the password', () => {
  it('may guess ten codes over all sign-ins, then has to wait, longer with each further wrong code', async () => {
    const person = await factor.withTotp();
    expect(
      sortedStatuses([
        ...(await guess(person.email, person.secret, 5)),
        ...(await guess(person.email, person.secret, 5)),
      ]),
    ).toEqual(Array.from({ length: 10 }, () => 400));
    const { token } = await factor.challengeFor(person.email);
    const refused = await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(33);
    await factor.prove(token, { recovery_code: person.codes[0] }).expect(429);
    running.clock.advance(minutes(0.51));
    await factor.prove(token, { code: factor.wrongCode(person.secret) }).expect(400);
    expect(
      Number(
        (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(429)).headers[
          'retry-after'
        ],
      ),
    ).toBeGreaterThan(50);
    running.clock.advance(minutes(1.01));
    factor.nextStep();
    await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(200);
    expect(sortedStatuses(await guess(person.email, person.secret, 5))).toEqual([
      400, 400, 400, 400, 400,
    ]);
  });

  it('is stopped after ten codes when thirty are sent at the same time', async () => {
    const person = await factor.withTotp();
    const challenges = await Promise.all(
      Array.from({ length: 6 }, () => factor.challengeFor(person.email)),
    );
    const answers = await Promise.all(
      challenges.flatMap(({ token }) =>
        Array.from({ length: 5 }, () =>
          factor.prove(token, { code: factor.wrongCode(person.secret) }),
        ),
      ),
    );
    expect(sortedStatuses(answers)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      ...Array.from({ length: 20 }, () => 429),
    ]);
    expect(await failedSignInsOf(running.source, person._id)).toBe(10);
  });

  it('does not block the owner’s sign-in with a passkey, which cannot be guessed', async () => {
    const person = await factor.withTotp();
    const { authenticator } = await factor.withPasskey(undefined, person);
    await guess(person.email, person.secret, 5);
    await guess(person.email, person.secret, 5);
    const { token } = await factor.challengeFor(person.email);
    await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(429);
    await factor
      .prove(token, { passkey: authenticator.get(await factor.requestOptions(token)) })
      .expect(200);
  });
});
