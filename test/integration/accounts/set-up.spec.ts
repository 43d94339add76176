import { CommandBus } from '@nestjs/cqrs';
import { ForgetSecondFactor } from '../../../server/authentication/second-factor/forget-second-factor.command';
import { MakeAdministrator } from '../../../server/processes/registration/make-administrator.command';
import { Passwords } from '../../../server/authentication/password/passwords';
import { demoPassword, seedAccounts } from '../../../server/processes/registration/seed-accounts';
import { hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { countRows, freshEmail, password, accountRequestsOf } from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  // The tests execute commands, whose handlers are found by their classes. The shared application
  // has other copies of these classes, so this file starts its own application.
  running = await startApp({ clock: new TestClock() });
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const make = (email: string) => running.app.get(CommandBus).execute(new MakeAdministrator(email));
const next = 'Another-Horse-2';
const setPassword = (email: string, code: string) =>
  running
    .http()
    .put('/api/users/password/')
    .send({ email, code, password: next, password_confirmation: next });

describe('The first administrator', () => {
  it('[6.4.1] gets an account without a password, and a code for 24 hours that sets the password once', async () => {
    const email = freshEmail();
    const made = await make(email);
    expect(made).toEqual({
      outcome: 'created',
      code: expect.stringMatching(/^[A-Z2-9]{8}$/) as string,
    });
    const code = 'code' in made ? made.code : '';
    await people.signIn(email, code).expect(401);
    await setPassword(email, code).expect(204);
    expect((await people.signIn(email, next).expect(200)).body).toMatchObject({
      role: 'ADMINISTRATOR',
      status: 'ACTIVE',
    });
    await setPassword(email, code).expect(400);
    expect(await make(email)).toEqual({ outcome: 'unchanged' });
  });

  it('[6.4.1] gets a new code after the first one expired, and earlier codes no longer work', async () => {
    const email = freshEmail();
    const made = await make(email);
    running.clock.advance(hours(24.1));
    await setPassword(email, 'code' in made ? made.code : '').expect(400);
    const again = await make(email);
    expect(again).toMatchObject({ outcome: 'code-renewed' });
    const last = await make(email);
    await setPassword(email, 'code' in again ? again.code : '').expect(400);
    await setPassword(email, 'code' in last ? last.code : '').expect(204);
    await people.signIn(email, next).expect(200);
    // Nothing is mailed, because the operator of the server may not be able to read the mailbox of
    // the address.
    const [account]: { id: string }[] = await running.source.query(
      `SELECT id FROM identity.account WHERE email = $1`,
      [email],
    );
    expect(await people.events('identity.reset-requested', account?.id ?? '')).toEqual([]);
  });

  it('is created once when the command runs twice at the same time, with one code that works once', async () => {
    const email = freshEmail();
    const made = await Promise.all([make(email), make(email)]);
    expect(made.map(({ outcome }) => outcome).sort()).toEqual(['code-renewed', 'created']);
    expect(await countRows(running.source, 'identity.account WHERE email = $1', [email])).toBe(1);
    const codes = made.map((one) => ('code' in one ? one.code : ''));
    const used = await Promise.all([...codes, ...codes].map((code) => setPassword(email, code)));
    expect(used.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
  });

  it('can be an account that exists already', async () => {
    const member = await people.member();
    expect(await make(member.email)).toEqual({ outcome: 'promoted' });
    expect(await make(member.email)).toEqual({ outcome: 'unchanged' });
    expect((await people.signIn(member.email).expect(200)).body).toMatchObject({
      role: 'ADMINISTRATOR',
    });
  });

  it('gets no code if they sign in with an identity of a provider', async () => {
    const member = await people.member();
    await make(member.email);
    await running.source.query(`UPDATE identity.account SET password_hash = NULL WHERE id = $1`, [
      member._id,
    ]);
    expect(await make(member.email)).toMatchObject({ outcome: 'code-renewed' });
    await running.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
       VALUES (gen_random_uuid(), $1, 'google', 'https://issuer.test', $2)`,
      [member._id, member._id],
    );
    expect(await make(member.email)).toEqual({ outcome: 'unchanged' });
  });

  it('is a new account if the address was registered but never verified', async () => {
    const planted = await people.register();
    expect(await make(planted.email)).toMatchObject({ outcome: 'created' });
    await people.signIn(planted.email, password).expect(401);
    expect(
      await countRows(running.source, 'identity.account WHERE email = $1', [planted.email]),
    ).toBe(1);
  });
});

describe('A lost second factor', () => {
  const forget = (email: string) =>
    running.app.get(CommandBus).execute(new ForgetSecondFactor(email));

  it('[6.4.4] is removed by the operator of the server, together with all tokens of the account', async () => {
    const member = await people.member();
    await running.source.query(
      `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
       VALUES (gen_random_uuid(), $1, '\\x01', '\\x02', 0, '{}', 'Key')`,
      [member._id],
    );
    expect((await people.signIn(member.email).expect(401)).body).toMatchObject({
      code: 'second_factor_required',
      challenge: { methods: ['passkey'] },
    });
    expect(await forget(member.email)).toBe('forgotten');
    expect(
      await countRows(running.source, 'identity.token WHERE account_id = $1', [member._id]),
    ).toBe(0);
    await people.signIn(member.email).expect(200);
    expect(
      await countRows(
        running.source,
        `platform.audit WHERE subject_id = $1 AND action = 'second-factor-removed' AND actor_id IS NULL`,
        [member._id],
      ),
    ).toBe(1);
  });

  it('is not removed, and nothing changes, for an account without a factor and for an unknown address', async () => {
    const member = await people.member();
    expect(await forget(member.email)).toBe('had_none');
    await people.signIn(member.email).expect(200);
    expect(await forget(freshEmail())).toBe('no_account');
  });
});

it('The demo accounts can be seeded at every start, also by two servers at the same time', async () => {
  const seed = () =>
    seedAccounts({
      work: running.app.get(UnitOfWork),
      passwords: running.app.get(Passwords),
      clock: running.clock,
    });
  const [one, two] = await Promise.all([seed(), seed()]);
  expect(one).toEqual(two);
  expect(await seed()).toEqual(one);
  expect((await people.signIn('admin@demo.test', demoPassword).expect(200)).body).toMatchObject({
    role: 'ADMINISTRATOR',
  });
  expect(
    (await people.signIn('researcher@demo.test', demoPassword).expect(200)).body,
  ).toMatchObject({ is_researcher: true, researcher_privilege: true });
  expect(
    (await people.signIn('collaborator@demo.test', demoPassword).expect(200)).body,
  ).toMatchObject({ is_researcher: true, researcher_privilege: true });
  expect(
    (await people.signIn('participant@demo.test', demoPassword).expect(200)).body,
  ).toMatchObject({ is_researcher: false, role: null });
});
