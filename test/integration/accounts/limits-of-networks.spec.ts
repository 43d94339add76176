import { authenticationRateLimits } from '../../../server/authentication/authentication.rate-limits';
import { ofThisServer, Passwords } from '../../../server/authentication/password/passwords';
import { hours } from '../../../server/platform/concurrency/clock';
import { RateLimit } from '../../../server/platform/security/rate-limit';
import { startApp, type RunningApp } from '../../support/app/app';
import {
  countRows,
  freshEmail,
  accountRequestsOf,
  registrationBody,
  sortedStatuses,
} from './account-requests';
import { samlRequestsOf } from '../authentication/saml/saml-people';
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

describe('A network from which many requests come', () => {
  it('[2.1.3] [2.3.2] may fail to sign in fifty times an hour, over all accounts', async () => {
    const { email } = await people.member();
    expect(
      sortedStatuses(
        await Promise.all(Array.from({ length: 50 }, () => wrong(freshEmail()))),
      ).every((s) => s === 401),
    ).toBe(true);
    const refused = await people.signIn(email).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    running.clock.advance(hours(1.01));
    await people.signIn(email).expect(200);
  });

  it(
    'waits twice as long after each further fifty failures, also at another server and after a restart',
    async () => {
      // Only the last failed sign-in is a real request. The others are added to the counter,
      // because hashing passwords takes long.
      const failFifty = async (at: RunningApp) => {
        for (let i = 0; i < 49; i++)
          await at.app
            .get(RateLimit, { strict: false })
            .consume(authenticationRateLimits.signInFromNetwork, '127.0.0.1');
        await accountRequestsOf(at).signIn(freshEmail(), 'Wrong-Pass-1').expect(401);
        return Number(
          (await accountRequestsOf(at).signIn(freshEmail()).expect(429)).headers['retry-after'],
        );
      };
      expect(await failFifty(running)).toBeLessThanOrEqual(3630);
      running.clock.advance(hours(1.01));
      const second = await startApp({
        engines: running.engines,
        environment: { RATE_LIMITS: 'on' },
        clock: running.clock,
      });
      try {
        const again = await failFifty(second);
        expect(again).toBeGreaterThan(7100);
        expect(again).toBeLessThanOrEqual(7230);
      } finally {
        await second.close();
      }
      running.clock.advance(hours(1.5));
      await people.signIn(freshEmail()).expect(429);
      running.clock.advance(hours(0.51));
      // A few more failures do not lengthen the waiting time: only fifty more do.
      expect(sortedStatuses(await times(5, () => wrong(freshEmail())))).toEqual([
        401, 401, 401, 401, 401,
      ]);
      running.clock.advance(hours(1.01));
      expect(await failFifty(running)).toBeGreaterThan(14_300);
      running.clock.advance(hours(29));
      expect(await failFifty(running)).toBeLessThanOrEqual(3630);
    },
    startTimeoutMs,
  );

  it('is not blocked by a success at the fiftieth try, which also does not lengthen its waiting time', async () => {
    const { email } = await people.member();
    const fail = async (n: number) => {
      for (let i = 0; i < n; i++)
        await running.app
          .get(RateLimit, { strict: false })
          .consume(authenticationRateLimits.signInFromNetwork, '127.0.0.1');
    };
    for (let round = 0; round < 3; round++) {
      await fail(49);
      await people.signIn(email).expect(200);
      await people.signIn(email).expect(200);
      running.clock.advance(hours(1.01));
    }
    await fail(50);
    expect(
      Number((await people.signIn(email).expect(429)).headers['retry-after']),
    ).toBeLessThanOrEqual(3630);
  });

  it('stores no counter per address while it is blocked, and after a success only the counter of successes', async () => {
    const { email } = await people.member();
    const rows = () => countRows(running.source, 'platform.rate_limit_counter');
    await running.source.query('DELETE FROM platform.rate_limit_counter'); // those of the registration
    await people.signIn(email).expect(200);
    expect(await rows()).toBe(1);
    for (let i = 0; i < 50; i++)
      await running.app
        .get(RateLimit, { strict: false })
        .consume(authenticationRateLimits.signInFromNetwork, '127.0.0.1');
    const before = await rows();
    await Promise.all(Array.from({ length: 10 }, () => wrong(freshEmail()).expect(429)));
    expect(await rows()).toBe(before);
  });

  it('is refused while it is blocked, without waiting for the password hashing of others', async () => {
    for (let i = 0; i < 50; i++)
      await running.app
        .get(RateLimit, { strict: false })
        .consume(authenticationRateLimits.signInFromNetwork, '127.0.0.1');
    const passwords = running.app.get(Passwords, { strict: false });
    let letGo = () => {};
    const busy = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holders = [1, 2].map(() => passwords.inTurn(ofThisServer, () => busy));
    try {
      await wrong(freshEmail()).expect(429);
    } finally {
      letGo();
      await Promise.all(holders);
    }
  });

  it('is not charged for tries at an account that has to wait', async () => {
    const { email } = await people.member();
    await times(5, () => wrong(email));
    await times(60, () => people.signIn(email).expect(429));
    await wrong(freshEmail()).expect(401);
  });

  it('may succeed any number of times, with different accounts', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => people.member()));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(members.map(({ email }) => people.signIn(email)));
      expect(answers.every((a) => a.status === 200)).toBe(true);
    }
  });

  it('[2.4.1] may register thirty times an hour, including known addresses', async () => {
    const known = await people.member();
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, i) =>
        running
          .http()
          .post('/api/users/')
          .send(registrationBody(i % 2 ? known.email : freshEmail())),
      ),
    );
    expect(answers.filter((a) => a.status === 201)).toHaveLength(29);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(5);
    running.clock.advance(hours(1.01));
    await people.register();
  });

  it('causes thirty reset codes an hour; further requests look the same but send none, and earlier codes stay valid', async () => {
    const members = [await people.member(), await people.member()];
    const ask = (email: string) =>
      running.http().post('/api/users/password/').send({ email }).expect(202);
    const sent = (id: string) =>
      people.events('identity.reset-requested', id).then((all) => all.length);
    const [early, late] = members;
    await ask(early?.email ?? '');
    const code = await people.codeOf(early?._id ?? '');
    await Promise.all(Array.from({ length: 29 }, () => ask(freshEmail())));
    for (const member of members) for (let i = 0; i < 2; i++) await ask(member.email);
    expect([await sent(early?._id ?? ''), await sent(late?._id ?? '')]).toEqual([1, 0]);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: early?.email,
        code,
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      })
      .expect(204);
    // A request that sent no mail did not count against the limit on mails to that address.
    running.clock.advance(hours(1.01));
    await ask(late?.email ?? '');
    expect(await sent(late?._id ?? '')).toBe(1);
  });

  it('may look up single sign-on for addresses three hundred times an hour', async () => {
    const saml = await samlRequestsOf(running);
    const { domain } = await saml.connect();
    for (let i = 0; i < 300; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => saml.redirectUrl(`person-${i + n}@${domain}`)),
      );
  });
});
