import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../../support/app/app';
import { freshEmail } from '../../accounts/account-requests';
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

const home = '192.0.2.10';
const cafe = '192.0.2.20';
const stranger = '198.51.100.7';

describe('A stranger who sends wrong passwords', () => {
  it('[6.1.1] [6.3.1] has to wait, while the owner can sign in at home and from a new place', async () => {
    const owner = await places.owner(home);
    await places.fail(5, owner.email, { ip: stranger });
    expect((await places.wrong(owner.email, { ip: stranger }).expect(429)).body).toMatchObject({
      code: 'too_many_requests',
    });
    await places.signIn(owner.email, { ip: home }).expect(200);
    await places.signIn(owner.email, { ip: cafe }).expect(200);
  });

  it('[6.1.1] [6.3.1] on the owner’s network blocks only unknown browsers of that network', async () => {
    const owner = await places.owner(home);
    await places.failFromNetwork(5, owner.email, { ip: home });
    await places.signIn(owner.email, { ip: home }).expect(429);
    await places.signIn(owner.email, { ip: home, cookie: owner.cookie }).expect(200);
  });

  it('does not block a known browser on the owner’s network by using up the hourly limit of that network', async () => {
    const owner = await places.owner(home);
    for (let i = 0; i < 10; i++) await places.failFromNetwork(5, freshEmail(), { ip: home });
    await places.signIn(owner.email, { ip: home }).expect(429);
    await places.signIn(owner.email, { ip: home, cookie: owner.cookie }).expect(200);
  });

  it('is limited per IPv6 /64 network', async () => {
    const owner = await places.owner(home);
    for (let i = 1; i <= 5; i++) await places.fail(1, owner.email, { ip: `2001:db8:1:2::${i}` });
    await places.wrong(owner.email, { ip: '2001:db8:1:2:ffff::9' }).expect(429);
    await places.wrong(owner.email, { ip: '2001:db8:1:3::1' }).expect(401);
  });

  it('gains nothing from a made-up or changed cookie, or from a cookie of another account', async () => {
    const owner = await places.owner(home);
    const other = await places.owner(stranger);
    await places.failFromNetwork(5, owner.email, { ip: stranger });
    const [name, value = ''] = owner.cookie.split('=');
    const [id, signature = ''] = value.split('.');
    const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const cookie of [
      other.cookie,
      `${name}=${id}.${changed}`,
      `${name}=${'x'.repeat(22)}.${signature}`,
      `${name}=`,
      `${name}=%00;${name}`,
    ])
      await places.signIn(owner.email, { ip: stranger, cookie }).expect(429);
    await places.signIn(owner.email, { ip: stranger, cookie: owner.cookie }).expect(200);
  });
});

describe('A browser in which the owner signed in before', () => {
  it('has five tries of its own, then a waiting time that grows with each failure', async () => {
    const owner = await places.owner(home);
    const browser = { ip: cafe, cookie: owner.cookie };
    await places.fail(5, owner.email, browser);
    const refused = await places.signIn(owner.email, browser).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(33);
    running.clock.advance(minutes(0.51));
    await places.fail(1, owner.email, browser);
    const again = await places.signIn(owner.email, browser).expect(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(50);
    await places.signIn(owner.email, { ip: home }).expect(200);
  });

  it('keeps its cookie across sign-ins and is known for every account that signed in with it', async () => {
    const [one, two] = [await places.owner(home), await places.owner(home)];
    const shared = await places.signIn(two.email, { ip: home, cookie: one.cookie }).expect(200);
    expect(shared.headers['set-cookie']).toEqual([
      expect.stringContaining(`${one.cookie}; Path=/; Max-Age=`),
    ]);
    for (const { email } of [one, two]) {
      await places.failFromNetwork(5, email, { ip: stranger });
      await places.signIn(email, { ip: stranger, cookie: one.cookie }).expect(200);
    }
  });
});

describe('Password guesses from many networks', () => {
  it.each(['an account that exists', 'one that does not'])(
    '[6.1.1] [6.3.1] at %s are blocked after a hundred from unknown places, even with the right password',
    async (kind) => {
      const email = kind === 'one that does not' ? freshEmail() : (await places.owner(home)).email;
      await places.failFromEverywhere(100, email);
      const refused = await places.signIn(email, { ip: cafe }).expect(429);
      expect(refused.body).toMatchObject({ code: 'too_many_requests' });
      running.clock.advance(minutes(24 * 60));
      await places.signIn(email, { ip: '203.0.113.9' }).expect(429);
    },
  );

  it('[6.1.1] [6.3.1] do not block a known browser or network of the owner, whose failures are counted separately', async () => {
    const owner = await places.owner(home);
    await places.failFromEverywhere(100, owner.email);
    await places.signIn(owner.email, { ip: cafe }).expect(429);
    await places.signIn(owner.email, { ip: home }).expect(200);
    // Strangers stay blocked although the owner signed in.
    await places.wrong(owner.email, { ip: stranger }).expect(429);
    await places.signIn(owner.email, { ip: cafe, cookie: owner.cookie }).expect(200);
    await places.signIn(owner.email, { ip: cafe }).expect(200);
  });

  it('do not block the owner at a place where they reset the password by mailed code, even while guesses continue', async () => {
    const owner = await places.owner(home);
    await places.failFromEverywhere(100, owner.email);
    const next = 'Another-Horse-2';
    const done = (await places.reset(owner, { ip: cafe }, next)) as {
      status: number;
      headers: Record<string, unknown>;
    };
    expect(done.status).toBe(204);
    await places.failFromEverywhere(100, owner.email);
    await places.signIn(owner.email, { ip: stranger }, next).expect(429);
    await places.signIn(owner.email, { ip: cafe }, next).expect(200);
  });

  it('are counted from zero after a sign-in from an unknown place succeeds', async () => {
    const owner = await places.owner(home);
    await places.failFromEverywhere(99, owner.email);
    await places.signIn(owner.email, { ip: cafe }).expect(200);
    await places.failFromEverywhere(99, owner.email);
    await places.signIn(owner.email, { ip: '192.0.2.30' }).expect(200);
  });
});

describe('A mailed password reset code', () => {
  const ownerWithCode = async () => {
    const owner = await places.owner(home);
    await running
      .http()
      .post('/api/users/password/')
      .set(places.headersOf({ ip: home }))
      .send({ email: owner.email })
      .expect(202);
    return { ...owner, code: await places.people.codeOf(owner._id) };
  };

  it('stops working for a network after five wrong tries there, but still works elsewhere', async () => {
    const { email, code } = await ownerWithCode();
    for (let i = 0; i < 5; i++)
      await places.tryCode(email, 'WRONGWRO', { ip: stranger }).expect(400);
    await places.tryCode(email, code, { ip: stranger }).expect(400);
    await places.tryCode(email, code, { ip: home }).expect(204);
  });

  it('stops working everywhere after a hundred wrong tries', async () => {
    const { _id, email, code } = await ownerWithCode();
    await running.source.query(
      `UPDATE identity.password_reset SET tries = 99 WHERE account_id = $1`,
      [_id],
    );
    await places.tryCode(email, 'WRONGWRO', { ip: stranger }).expect(400);
    await places.tryCode(email, code, { ip: home }).expect(400);
  });
});
