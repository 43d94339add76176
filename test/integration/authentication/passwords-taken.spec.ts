import { limits } from '../../../contracts/base/limits';
import { days } from '../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { freshEmail, accountRequestsOf, registrationBody } from '../accounts/account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const ofLength = (length: number) => 'Aa1!'.padEnd(length, 'x');
const register = (secret: string) => {
  const email = freshEmail();
  const body = registrationBody(email, { password: secret, password_confirmation: secret });
  return { email, answer: running.http().post('/api/users/').send(body) };
};

describe('A password of an account', () => {
  it.each([limits.password.min, 64, limits.password.max])(
    '[6.2.1] [6.2.9] of %s characters is accepted, and all of them are needed to sign in',
    async (length) => {
      const { email, answer } = register(ofLength(length));
      await answer.expect(201);
      await people.signIn(email, ofLength(length)).expect(200);
      await people.signIn(email, ofLength(length).slice(0, -1)).expect(401);
    },
  );

  it.each([
    [limits.password.min - 1, 'too_short'],
    [limits.password.max + 1, 'too_long'],
  ])('[6.2.1] of %s characters is refused', async (length, code) => {
    const { fields } = await bodyOf<{ fields: object[] }>(
      register(ofLength(length)).answer.expect(400),
    );
    expect(fields).toContainEqual(expect.objectContaining({ path: 'password', code }));
  });

  it('[6.2.10] does not expire: it still works after three years', async () => {
    const { email } = await people.member();
    running.clock.advance(days(3 * 365));
    await people.signIn(email).expect(200);
  });

  it.each(['secret_question', 'secret_answer', 'hint'])(
    '[6.4.2] has no secret question, neither at registration nor at a reset: the field %s is refused',
    async (field) => {
      const unknown: unknown = expect.objectContaining({ path: field, code: 'unknown_field' });
      const more = { [field]: 'Fluffy' };
      const registered = await running
        .http()
        .post('/api/users/')
        .send(registrationBody(freshEmail(), more))
        .expect(400);
      expect((registered.body as { fields: object[] }).fields).toContainEqual(unknown);
      const { email } = await people.member();
      const set = { email, password: ofLength(9), password_confirmation: ofLength(9), ...more };
      const reset = await running.http().put('/api/users/password/').send(set).expect(400);
      const fields = (reset.body as { fields: object[] }).fields;
      expect(fields).toContainEqual(unknown);
      expect(fields).toContainEqual(expect.objectContaining({ path: 'code', code: 'required' }));
    },
  );
});

describe('A sign-in token', () => {
  it('[7.2.2] [7.2.3] is a new one of 256 bits at each sign-in', async () => {
    const { email } = await people.member();
    const tokens = new Set<string>();
    for (let i = 0; i < 10; i++) {
      const { token } = await bodyOf<{ token: string }>(people.signIn(email).expect(200));
      tokens.add(token);
    }
    expect(tokens.size).toBe(10);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });
});
