import { hours, minutes } from '../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { countRows, freshEmail, accountRequestsOf, sortedStatuses } from './account-requests';
import { startTimeoutMs } from '../../support/app/starting-takes';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  // Rate limits are on here; their counters are cleared before each test.
  running = await startApp({ environment: { RATE_LIMITS: 'on' } });
  people = accountRequestsOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

const wrong = (email: string) => people.signIn(email, 'Wrong-Pass-1');
const times = async <T>(n: number, work: () => PromiseLike<T>) => {
  const all: T[] = [];
  for (let i = 0; i < n; i++) all.push(await work());
  return all;
};

describe('Five failed sign-ins', () => {
  it.each(['an account that exists', 'one that does not'])(
    '[6.1.1] [6.3.1] block %s for a growing time, also for the right password',
    async (kind) => {
      const email = kind === 'one that does not' ? freshEmail() : (await people.member()).email;
      expect(sortedStatuses(await times(5, () => wrong(email)))).toEqual([401, 401, 401, 401, 401]);
      const refused = await people.signIn(email);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ code: 'too_many_requests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(33);
      running.clock.advance(minutes(0.51));
      expect((await wrong(email)).status).toBe(401);
      expect(Number((await wrong(email).expect(429)).headers['retry-after'])).toBeGreaterThan(50);
      running.clock.advance(minutes(1.01));
      expect((await wrong(email)).status).toBe(401);
      expect(Number((await wrong(email).expect(429)).headers['retry-after'])).toBeGreaterThan(110);
    },
  );

  it('are counted from zero after a success', async () => {
    const { email } = await people.member();
    await times(4, () => wrong(email));
    await people.signIn(email).expect(200);
    expect(sortedStatuses(await times(5, () => wrong(email)))).toEqual([401, 401, 401, 401, 401]);
  });

  it('[2.1.3] [2.3.2] are the limit even when twenty are sent at the same time', async () => {
    const { email } = await people.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(email)));
    expect(sortedStatuses(answers)).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 15 }, () => 429),
    ]);
  });

  it(
    'are counted across all servers, and the counters contain no address',
    async () => {
      const second = await startApp({
        engines: running.engines,
        environment: { RATE_LIMITS: 'on' },
        clock: running.clock,
      });
      try {
        const { email } = await people.member();
        await times(3, () => wrong(email));
        await times(2, () => accountRequestsOf(second).signIn(email, 'Wrong-Pass-1').expect(401));
        await accountRequestsOf(second).signIn(email).expect(429);
        await people.signIn(email).expect(429);
        expect(
          await countRows(
            running.source,
            `platform.rate_limit_counter a WHERE strpos(encode(key, 'escape'), $1) > 0`,
            [email],
          ),
        ).toBe(0);
      } finally {
        await second.close();
      }
    },
    startTimeoutMs,
  );

  it('do not block a different account', async () => {
    const [one, two] = [await people.member(), await people.member()];
    await times(5, () => wrong(one.email));
    await people.signIn(two.email).expect(200);
  });

  it('no longer block the account after a password reset', async () => {
    const member = await people.member();
    await times(5, () => wrong(member.email));
    await running.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code: await people.codeOf(member._id),
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      })
      .expect(204);
    await people.signIn(member.email, 'Another-Horse-2').expect(200);
  });
});

it('A researcher can request deletion three times a day, because each request mails every administrator', async () => {
  const researcher = await makeResearcher(running.source);
  const ask = () =>
    running
      .http()
      .post('/api/deletion-requests/')
      .set(researcher.headers)
      .then((answer) => answer);
  expect(sortedStatuses(await times(4, ask))).toEqual([201, 201, 201, 429]);
  running.clock.advance(hours(24.1));
  await ask();
  expect(sortedStatuses(await times(1, ask))).toEqual([201]);
});
