import type { RunningApp } from '../../support/launch-app';
import { sharedApp } from '../../support/shared-app';
import { bearer, count, freshEmail, peopleOf, statuses } from '../accounts/people-of';
import { bodyOf } from '../../support/body-of';

let running: RunningApp;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = peopleOf(running);
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

  it('takes a code in small letters and with blanks', async () => {
    const member = await asked();
    await reset(
      member.email,
      ` ${member.code.slice(0, 4).toLowerCase()} ${member.code.slice(4)} `,
    ).expect(204);
  });

  it('[6.5.1] takes a code once', async () => {
    const member = await asked();
    await reset(member.email, member.code).expect(204);
    expect((await reset(member.email, member.code).expect(400)).body).toMatchObject({
      code: 'invalid_code',
    });
  });

  it('takes a code once when it comes six times at once', async () => {
    const member = await asked();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => reset(member.email, member.code)),
    );
    expect(statuses(answers)).toEqual([204, 400, 400, 400, 400]);
  });

  it('[6.6.2] takes only the newest code', async () => {
    const member = await asked();
    await ask(member.email).expect(202);
    await reset(member.email, member.code).expect(400);
    await reset(member.email, await people.codeOf(member._id)).expect(204);
  });

  it('[6.6.3] ends a code after five wrong tries', async () => {
    const member = await asked();
    for (let i = 0; i < 5; i++) await reset(member.email, 'WRONGWRO').expect(400);
    await reset(member.email, member.code).expect(400);
  });

  it('is still possible at the fifth try', async () => {
    const member = await asked();
    for (let i = 0; i < 4; i++) await reset(member.email, 'WRONGWRO').expect(400);
    await reset(member.email, member.code).expect(204);
  });

  it('ends a code when five wrong ones come at once', async () => {
    const member = await asked();
    expect(
      statuses(await Promise.all(Array.from({ length: 5 }, () => reset(member.email, 'WRONGWRO')))),
    ).toEqual([400, 400, 400, 400, 400]);
    await reset(member.email, member.code).expect(400);
    expect(
      await count(running.source, 'identity.password_reset WHERE account_id = $1 AND tries = 5', [
        member._id,
      ]),
    ).toBe(1);
  });

  // That it also takes as long is shown in timing.spec.ts.
  it('says the same to an unknown address', async () => {
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

  it('is not for an address that was never verified: it may register again', async () => {
    const user = await people.register(freshEmail());
    await ask(user.email).expect(202);
    expect(
      await count(running.source, 'identity.password_reset WHERE account_id = $1', [user._id]),
    ).toBe(0);
  });

  it.each([
    [{ email: 'nonsense' }, 'email', 'invalid_email'],
    [{ password: 'weak', password_confirmation: 'weak' }, 'password', 'too_short'],
    [{ password_confirmation: 'Different-1' }, 'password_confirmation', 'password_mismatch'],
    [{ code: '' }, 'code', 'required'],
    [{ code: 'a\u0000' }, 'code', 'invalid_text'],
    [{ token: 'x' }, 'token', 'unknown_field'],
  ])('refuses %j', async (more, path, code) => {
    const body = await bodyOf(reset('x@uni.test', 'ABCDEFGH', more).expect(400));
    expect((body as { fields: object[] }).fields).toContainEqual(
      expect.objectContaining({ path, code }),
    );
  });

  it.each([{}, { email: 5 }, { email: `'; DROP TABLE x;--` }, { email: 'a@uni.test', more: 1 }])(
    'refuses to send a code for %j',
    async (body) => {
      await running.http().post('/api/users/password/').send(body).expect(400);
    },
  );

  it.each([`' OR 1=1 --`, '<script>', '🦉🦉🦉🦉'])('takes %s for a wrong code', async (code) => {
    await reset('x@uni.test', code).expect(400);
  });
});
