import { hours } from '../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  bearer,
  countRows,
  freshEmail,
  accountRequestsOf,
  registrationBody,
  sortedStatuses,
} from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const rowsOf = (email: string) =>
  countRows(running.source, 'identity.account WHERE email = $1', [email]);

describe('The activation key of a verification mail', () => {
  it('activates the account once, without a sign-in', async () => {
    const user = await people.register();
    const key = await people.keyOf(user._id);
    const answer = await people.activate(key).expect(200);
    expect(answer.body).toMatchObject({ _id: user._id, status: 'ACTIVE' });
    expect(await people.events('identity.account-activated', user._id)).toHaveLength(1);
    expect((await people.activate(key).expect(400)).body).toMatchObject({
      code: 'already_confirmed',
    });
    expect(await people.events('identity.account-activated', user._id)).toHaveLength(1);
  });

  it('is answered with already_confirmed for 24 hours after the activation; an unknown key is invalid', async () => {
    const user = await people.register();
    const first = await people.keyOf(user._id);
    await people.activate(first).expect(200);
    const other = await people.register();
    const codeOf = async (key: string) =>
      ((await people.activate(key).expect(400)).body as { code: string }).code;
    expect([await codeOf(first), await codeOf('x')]).toEqual(['already_confirmed', 'invalid_key']);
    expect((await people.activate(await people.keyOf(other._id)).expect(200)).body).toMatchObject({
      _id: other._id,
    });
    running.clock.advance(hours(24.1));
    expect(await codeOf(first)).toBe('invalid_key');
  });

  it('[6.4.1] is valid for 24 hours', async () => {
    const [late, inTime] = [await people.register(), await people.register()];
    const [lateKey, key] = [await people.keyOf(late._id), await people.keyOf(inTime._id)];
    running.clock.advance(hours(23.9));
    await people.activate(key).expect(200);
    running.clock.advance(hours(0.2));
    await people.activate(lateKey).expect(400);
  });

  it.each(['x', 'A'.repeat(43), `' OR 1=1 --`, '😀', '\u0000'])(
    'is refused when it is the invalid text %j',
    async (key) => {
      expect((await people.activate(key).expect(400)).body).toMatchObject({ code: 'invalid_key' });
    },
  );

  it('works also with an invalid token in the header', async () => {
    const user = await people.register();
    await people
      .activate(await people.keyOf(user._id))
      .set(bearer('expired'))
      .expect(200);
  });

  it('deletes the other registrations of its address, with their tokens', async () => {
    const email = freshEmail();
    const planted = await people.register(email, {
      password: 'Planted-Pass-1',
      password_confirmation: 'Planted-Pass-1',
    });
    const { token } = (await people.signIn(email, 'Planted-Pass-1').expect(200)).body as {
      token: string;
    };
    const plantedKey = await people.keyOf(planted._id);
    const owner = await people.register(email);
    await people.activate(await people.keyOf(owner._id)).expect(200);
    expect(await rowsOf(email)).toBe(1);
    await people.signIn(email, 'Planted-Pass-1').expect(401);
    await running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    await people.activate(plantedKey).expect(400);
    await people.signIn(email).expect(200);
  });

  it('activates only one account when two keys of the same address are used at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const email = freshEmail();
      const [one, two] = [await people.register(email), await people.register(email)];
      const answers = await Promise.all([
        people.activate(await people.keyOf(one._id)),
        people.activate(await people.keyOf(two._id)),
      ]);
      expect(sortedStatuses(answers)).toEqual([200, 400]);
      expect(await rowsOf(email)).toBe(1);
    }
  });

  it('works once when it is used ten times at the same time', async () => {
    const user = await people.register();
    const key = await people.keyOf(user._id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => people.activate(key)));
    expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(await people.events('identity.account-activated', user._id)).toHaveLength(1);
  });

  it('leaves only one account when the address is registered again at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const email = freshEmail();
      const user = await people.register(email);
      const key = await people.keyOf(user._id);
      const [activated, ...others] = await Promise.all([
        people.activate(key),
        ...Array.from({ length: 3 }, () =>
          running.http().post('/api/users/').send(registrationBody(email)),
        ),
      ]);
      expect(activated.status).toBe(200);
      expect(sortedStatuses(others)).toEqual([201, 201, 201]);
      expect(await rowsOf(email)).toBe(1);
    }
  });
});

describe('Requesting the verification mail again', () => {
  it('is answered with 202, creates a second key and keeps the first one valid', async () => {
    const user = await people.register();
    const first = await people.keyOf(user._id);
    const { token } = (await people.signIn(user.email).expect(200)).body as { token: string };
    await running
      .http()
      .put('/api/users/profile/')
      .set(bearer(token))
      .send({ action: 'email-verify' })
      .expect(202);
    expect(await people.keyOf(user._id)).not.toBe(first);
    expect(await people.events('identity.verification-requested', user._id)).toHaveLength(2);
    await people.activate(first).expect(200);
  });

  it('does nothing if the address is already verified', async () => {
    const member = await people.member();
    await running
      .http()
      .put('/api/users/profile/')
      .set(bearer(member.token))
      .send({ action: 'email-verify' })
      .expect(202);
    expect(await people.events('identity.verification-requested', member._id)).toHaveLength(1);
  });

  it('is refused to a visitor', async () => {
    await running.http().put('/api/users/profile/').send({ action: 'email-verify' }).expect(401);
  });
});
