import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  bearer,
  countRows,
  freshEmail,
  accountRequestsOf,
  sortedStatuses,
} from '../accounts/account-requests';
import { bodyOf } from '../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const next = 'Another-Horse-2';
const ask = (email: string) => running.http().post('/api/users/password/').send({ email });
const reset = (email: string, code: string, more: object = {}) =>
  running
    .http()
    .put('/api/users/password/')
    .send({ email, code, password: next, password_confirmation: next, ...more });
const asked = async () => {
  const member = await people.member();
  await ask(member.email).expect(202);
  return { ...member, code: await people.codeOf(member._id) };
};

describe('A forgotten password', () => {
  it('[6.2.2] [6.2.3] [6.5.4] [7.4.3] is reset with a mailed code of eight characters, and every token ends', async () => {
    const member = await asked();
    expect(member.code).toMatch(/^[A-Z2-9]{8}$/);
    const [event] = await people.events('identity.reset-requested', member._id);
    expect(event?.data).toEqual({ reset_id: expect.any(String) as string, account_id: member._id });
    await reset(member.email, member.code).expect(204);
    await running.http().get('/api/users/profile/').set(bearer(member.token)).expect(401);
    await people.signIn(member.email).expect(401);
    await people.signIn(member.email, next).expect(200);
    expect(await people.events('identity.password-reset', member._id)).toHaveLength(1);
    expect(await people.events('identity.password-reset', member._id)).toHaveLength(1);
  });

  it('can be reset with the code in lower case and with spaces', async () => {
    const member = await asked();
    await reset(
      member.email,
      ` ${member.code.slice(0, 4).toLowerCase()} ${member.code.slice(4)} `,
    ).expect(204);
  });

  it('[6.5.1] cannot be reset twice with the same code', async () => {
    const member = await asked();
    await reset(member.email, member.code).expect(204);
    expect((await reset(member.email, member.code).expect(400)).body).toMatchObject({
      code: 'invalid_code',
    });
  });

  it('is reset once when the code is sent five times at the same time', async () => {
    const member = await asked();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => reset(member.email, member.code)),
    );
    expect(sortedStatuses(answers)).toEqual([204, 400, 400, 400, 400]);
  });

  it('[6.6.2] can be reset with the newest code only', async () => {
    const member = await asked();
    await ask(member.email).expect(202);
    await reset(member.email, member.code).expect(400);
    await reset(member.email, await people.codeOf(member._id)).expect(204);
  });

  it('[6.6.3] cannot be reset with the code after five wrong tries', async () => {
    const member = await asked();
    for (let i = 0; i < 5; i++) await reset(member.email, 'WRONGWRO').expect(400);
    await reset(member.email, member.code).expect(400);
  });

  it('can be reset at the fifth try, after four wrong ones', async () => {
    const member = await asked();
    for (let i = 0; i < 4; i++) await reset(member.email, 'WRONGWRO').expect(400);
    await reset(member.email, member.code).expect(204);
  });

  it('cannot be reset with the code after five wrong ones arrive at the same time', async () => {
    const member = await asked();
    expect(
      sortedStatuses(
        await Promise.all(Array.from({ length: 5 }, () => reset(member.email, 'WRONGWRO'))),
      ),
    ).toEqual([400, 400, 400, 400, 400]);
    await reset(member.email, member.code).expect(400);
    expect(
      await countRows(
        running.source,
        'identity.password_reset WHERE account_id = $1 AND tries = 5',
        [member._id],
      ),
    ).toBe(1);
  });

  // timing.spec.ts checks that the server takes equally long for known and unknown addresses.
  it('gets the same response for an unknown address', async () => {
    const { email } = await people.member();
    const [known, unknown] = [
      await ask(email).expect(202),
      await ask('nobody@uni.test').expect(202),
    ];
    expect(known.body).toEqual(unknown.body);
    const answers = [await reset(email, 'WRONGWRO'), await reset('nobody@uni.test', 'WRONGWRO')];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.body).toMatchObject({ status: 400, code: 'invalid_code' });
  });

  it('gets no code for an address that was never verified', async () => {
    const user = await people.register(freshEmail());
    await ask(user.email).expect(202);
    expect(
      await countRows(running.source, 'identity.password_reset WHERE account_id = $1', [user._id]),
    ).toBe(0);
  });

  it.each([
    [{ email: 'nonsense' }, 'email', 'invalid_email'],
    [{ password: 'weak', password_confirmation: 'weak' }, 'password', 'too_short'],
    [{ password_confirmation: 'Different-1' }, 'password_confirmation', 'password_mismatch'],
    [{ code: '' }, 'code', 'required'],
    [{ code: 'a\u0000' }, 'code', 'invalid_text'],
    [{ token: 'x' }, 'token', 'unknown_field'],
  ])('is not reset with %j', async (more, path, code) => {
    const body = await bodyOf(reset('x@uni.test', 'ABCDEFGH', more).expect(400));
    expect((body as { fields: object[] }).fields).toContainEqual(
      expect.objectContaining({ path, code }),
    );
  });

  it.each([{}, { email: 5 }, { email: `'; DROP TABLE x;--` }, { email: 'a@uni.test', more: 1 }])(
    'gets no code for the request body %j',
    async (body) => {
      await running.http().post('/api/users/password/').send(body).expect(400);
    },
  );

  it.each([`' OR 1=1 --`, '<script>', '🦉🦉🦉🦉'])(
    'is not reset with the wrong code %s',
    async (code) => {
      await reset('x@uni.test', code).expect(400);
    },
  );
});
