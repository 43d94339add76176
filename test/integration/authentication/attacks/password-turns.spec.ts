import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { authenticationRateLimits } from '../../../../server/authentication/authentication.rate-limits';
import { ofThisServer, Passwords } from '../../../../server/authentication/password/passwords';
import { hours } from '../../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import { eventually } from '../../../support/chance/wait';
import {
  basicAuthHeader,
  bearer,
  countRows,
  sortedStatuses,
} from '../../accounts/account-requests';
import { failedSignInsOf } from '../failed-sign-ins-of';
import { signInRequestsByNetwork, trustedProxyEnvironment } from './sign-ins-from-places';

let running: RunningApp;
let places: ReturnType<typeof signInRequestsByNetwork>;
beforeAll(async () => {
  // The tests need their own application with rate limits; they choose the client addresses.
  running = await startApp({ environment: trustedProxyEnvironment });
  places = signInRequestsByNetwork(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

const crowd = '198.51.100.7';
const home = '192.0.2.10';

/** Occupies all slots for password hashing until `letGo` is called. */
const takeAllTurns = () => {
  const passwords = running.app.get(Passwords, { strict: false });
  let letGo = () => {};
  const busy = new Promise<void>((resolve) => (letGo = resolve));
  const holders = [1, 2].map(() => passwords.inTurn(ofThisServer, () => busy));
  return () => (letGo(), Promise.all(holders));
};
const waiting = (n: number) =>
  eventually(
    () => running.app.get(Passwords, { strict: false }).waiting,
    (now) => now === n,
  );

describe('Sign-ins with the right password', () => {
  it('for one account at the same time: four wait until they are processed, the others get a Retry-After', async () => {
    const member = await places.people.member();
    const letGo = takeAllTurns();
    const answers = Array.from({ length: 12 }, () =>
      places.signIn(member.email, { ip: crowd }).then((answer) => answer),
    );
    let answered = 0;
    for (const answer of answers) void answer.then(() => answered++);
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    await eventually(
      () => answered,
      (n) => n === 8,
    );
    await letGo();
    expect(sortedStatuses(await Promise.all(answers))).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 8 }, () => 429),
    ]);
  });

  it('for many accounts on one network delay a person on a different network by a few sign-ins only', async () => {
    const accounts = Array.from({ length: 6 }, async () => {
      const account = await places.people.register();
      await places.people.activate(await places.people.keyOf(account._id)).expect(200);
      return account.email;
    });
    const [person = '', ...members] = await Promise.all(accounts);
    const letGo = takeAllTurns();
    const done: string[] = [];
    const ask = (who: string, email: string, ip: string) =>
      places.signIn(email, { ip }).then(({ status }) => {
        expect(status).toBe(200);
        done.push(who);
      });
    const all = members.flatMap((email) => [1, 2, 3, 4].map(() => ask('crowd', email, crowd)));
    await waiting(20);
    all.push(ask('person', person, home));
    await waiting(21);
    await letGo();
    await Promise.all(all);
    expect(done.indexOf('person')).toBeLessThan(8);
  });

  it(`are accepted ${authenticationLimits.signInsPerAccountAndHour} times an hour for each account`, async () => {
    const member = await places.owner(home);
    // The owner signed in once. Only the last allowed sign-in is a real request. The others are
    // added to the server's counter, because comparing passwords takes long.
    for (let i = 1; i < authenticationLimits.signInsPerAccountAndHour - 1; i++)
      await places.limit().consume(authenticationRateLimits.signInSucceeded, member.email);
    await places.signIn(member.email, { ip: home }).expect(200);
    const refused = await places.signIn(member.email, { ip: home }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    await places.signIn(member.email, { ip: home, cookie: member.cookie }).expect(429);
    running.clock.advance(hours(1.01));
    await places.signIn(member.email, { ip: home }).expect(200);
  });
});

describe('A sign-in whose client disconnects while it waits', () => {
  it('does not hash the password, is not counted as failed, and frees its place for others of the account', async () => {
    const member = await places.people.member();
    const letGo = takeAllTurns();
    const gone = new AbortController();
    const left = Array.from({ length: 4 }, () =>
      fetch(`${running.url}/api/users/profile/`, {
        headers: { ...basicAuthHeader(member.email, 'Wrong-Pass-1'), 'x-forwarded-for': home },
        signal: gone.signal,
      }),
    );
    const outcomes = Promise.allSettled(left);
    await waiting(4);
    await places.signIn(member.email, { ip: home }).expect(429);
    gone.abort();
    await outcomes;
    // The four requests block the account until the server notices that their clients disconnected.
    const { answer } = await eventually(
      async () => {
        const answer = places.signIn(member.email, { ip: home }).then(({ status }) => status);
        return { answer, early: await Promise.race([answer, waiting(1)]) };
      },
      ({ early }) => early === 1,
    );
    await letGo();
    expect(await answer).toBe(200);
    expect(await failedSignInsOf(running.source, member._id)).toBe(0);
  });
});

describe('Open sign-ins of an account', () => {
  it(`[7.1.2] are ${authenticationLimits.openSignIns} at most: a further sign-in ends the oldest one`, async () => {
    const member = await places.people.member();
    await running.source.query(
      `INSERT INTO identity.token (id, account_id, hash, remembered, method, second_factor, proved_at, last_used_at, created_at, expires_at)
       SELECT gen_random_uuid(), account_id, sha256(convert_to(id::text || n, 'UTF8')), remembered, method, second_factor,
         proved_at, last_used_at, created_at + n * interval '1 millisecond', expires_at
       FROM identity.token, generate_series(1, $2::int) n WHERE account_id = $1`,
      [member._id, authenticationLimits.openSignIns - 1],
    );
    running.clock.advance(60_000);
    const open = () =>
      countRows(running.source, 'identity.token WHERE account_id = $1', [member._id]);
    expect(await open()).toBe(authenticationLimits.openSignIns);
    const { token } = await bodyOf<{ token: string }>(
      places.signIn(member.email, { ip: home }).expect(200),
    );
    expect(await open()).toBe(authenticationLimits.openSignIns);
    const read = (token: string) => running.http().get('/api/users/profile/').set(bearer(token));
    await read(member.token).expect(401);
    await read(token).expect(200);
    expect(await places.people.events('identity.signed-out', member._id)).toHaveLength(1);
  });
});
