import { startApp, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { unique } from '../../support/chance/unique';
import {
  bearer,
  countRows,
  accountRequestsOf,
  password,
  registrationBody,
} from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await startApp({
    environment: { RATE_LIMITS: 'on', CAMPUS_NETWORKS: '127.0.0.0/8=2' },
  });
  people = accountRequestsOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(() => running.close());

describe('A person who registers with a name', () => {
  it.each([
    ['моя', 'Почта.рф', 'xn--80a1acny.xn--p1ai'],
    ['a&b!#/{}*%', 'Möstermann.swiss', 'xn--mstermann-07a.swiss'],
    ['x.', 'docomo.ne.jp', 'docomo.ne.jp'],
  ])(
    'registers with %s@%s and gets one account, which every spelling of the address finds',
    async (local, domain, ascii) => {
      const name = `${unique()}${local}`.toLowerCase();
      const user = await people.register(`${name}@${domain}`);
      expect(user.email).toBe(`${name}@${ascii}`);
      await people.activate(await people.keyOf(user._id)).expect(200);
      for (const spelling of [`${name}@${domain}`, `${name.toUpperCase()}@${ascii.toUpperCase()}`])
        expect((await people.signIn(spelling).expect(200)).body).toMatchObject({ _id: user._id });
      await people.register(`${name}@${ascii}`);
      expect(
        await countRows(running.source, 'identity.account WHERE email = $1', [`${name}@${ascii}`]),
      ).toBe(1);
    },
  );

  it.each(['a b@x.org', 'a@x.org\r\nBcc: b@x.org', 'a\u200bb@x.org', '"a b"@x.org', 'a,b@x.org'])(
    'cannot register with %j',
    async (email) => {
      const answer = await running
        .http()
        .post('/api/users/')
        .send(registrationBody(email))
        .expect(400);
      expect(answer.body).toMatchObject({ fields: [{ path: 'email' }] });
    },
  );

  it('registers with a single name, and can change it to a different one or to two', async () => {
    const user = await people.register(undefined, { first_name: 'Suharto', last_name: '' });
    await people.activate(await people.keyOf(user._id)).expect(200);
    const { token } = await bodyOf<{ token: string }>(
      people.signIn(user.email, password).expect(200),
    );
    const change = (names: object) =>
      running.http().put('/api/users/profile/').set(bearer(token)).send(names);
    expect((await change({ last_name: 'Muhammad' }).expect(200)).body).toMatchObject({
      first_name: 'Suharto',
      last_name: 'Muhammad',
    });
    expect((await change({ last_name: ' ' }).expect(200)).body).toMatchObject({ last_name: '' });
    await change({ first_name: '' }).expect(400);
  });
});

it('A campus network registers as many people as its factor allows, and the refusal names the network and the waiting time', async () => {
  const answers: { status: number }[] = [];
  for (let i = 0; i < 60; i++)
    answers.push(
      await running
        .http()
        .post('/api/users/')
        .send(registrationBody(`p-${unique()}@uni.test`)),
    );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const refused = await running
    .http()
    .post('/api/users/')
    .send(registrationBody(`p-${unique()}@uni.test`))
    .expect(429);
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    description: expect.stringContaining('the network that you use') as string,
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
}, 60_000);
