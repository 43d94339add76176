import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { bearer, countRows, password, accountRequestsOf } from '../../accounts/account-requests';
import { failedSignInsOf } from '../failed-sign-ins-of';
import { sortedAnswerCodes, secondFactorRequestsOf } from './second-factor-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());

describe('A sign-in with a second factor', () => {
  it('[6.3.4] gives a token for the code, which lasts as long as the first step requested', async () => {
    const person = await factor.withTotp();
    const challenge = await factor.challengeFor(person.email, '?remember=true');
    const body = await bodyOf(
      factor.prove(challenge.token, { code: factor.codeOf(person.secret) }).expect(200),
    );
    const { token, token_expires_at } = body as { token: string; token_expires_at: string };
    expect(body).toMatchObject({ _id: person._id, email: person.email });
    expect(
      (new Date(token_expires_at).getTime() - running.clock.now().getTime()) / 86_400_000,
    ).toBeCloseTo(30, 1);
    const { items } = (await running.http().get('/api/sign-ins/').set(bearer(token)).expect(200))
      .body as { items: object[] };
    expect(items[0]).toMatchObject({
      current: true,
      second_factor: true,
      remembered: true,
      method: 'password',
    });
    expect((await factor.audited(person._id)).at(-1)).toBe('signed-in');
  });

  it('accepts a challenge once, also when four codes are sent at the same time', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    const answers = await Promise.all(
      person.codes.slice(0, 4).map((recovery_code) => factor.prove(token, { recovery_code })),
    );
    expect(sortedAnswerCodes(answers)).toEqual([
      '200',
      'invalid_challenge',
      'invalid_challenge',
      'invalid_challenge',
    ]);
    expect((await factor.security(person.token)).body).toMatchObject({ recovery_codes_left: 9 });
  });

  it('ends after five wrong codes, also when twenty are sent at the same time', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        factor.prove(token, { code: factor.wrongCode(person.secret) }),
      ),
    );
    expect(sortedAnswerCodes(answers)).toEqual([
      ...Array.from({ length: 15 }, () => 'invalid_challenge'),
      ...Array.from({ length: 5 }, () => 'invalid_code'),
    ]);
    expect(
      (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(400)).body,
    ).toMatchObject({ code: 'invalid_challenge' });
    expect(await failedSignInsOf(running.source, person._id)).toBe(5);
  });

  it('cancels a requested deletion only after the second factor is proved', async () => {
    const person = await factor.withTotp();
    await running.source.query(
      `UPDATE identity.account SET deletion_at = now() + interval '9 days' WHERE id = $1`,
      [person._id],
    );
    const { token } = await factor.challengeFor(person.email);
    expect(
      await countRows(
        running.source,
        'identity.account WHERE id = $1 AND deletion_at IS NOT NULL',
        [person._id],
      ),
    ).toBe(1);
    await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(200);
    expect(
      await countRows(
        running.source,
        'identity.account WHERE id = $1 AND deletion_at IS NOT NULL',
        [person._id],
      ),
    ).toBe(0);
  });

  it('is refused when the account was disabled in the meantime', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      person._id,
    ]);
    expect(
      (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(403)).body,
    ).toMatchObject({ code: 'account_disabled' });
    expect((await people.signIn(person.email).expect(403)).body).toMatchObject({
      code: 'account_disabled',
    });
    expect(await failedSignInsOf(running.source, person._id)).toBe(2);
  });

  it('[6.4.3] ends with a password reset, with signing out everywhere, and with the account', async () => {
    const person = await factor.withTotp();
    const invalid = async (token: string) =>
      expect(
        (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(400)).body,
      ).toMatchObject({ code: 'invalid_challenge' });
    const first = await factor.challengeFor(person.email);
    await running
      .http()
      .delete('/api/sign-ins/?except_current=true')
      .set(bearer(person.token))
      .expect(200);
    await invalid(first.token);
    const second = await factor.challengeFor(person.email);
    await running.http().post('/api/users/password/').send({ email: person.email }).expect(202);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: person.email,
        code: await people.codeOf(person._id),
        password,
        password_confirmation: password,
      })
      .expect(204);
    await invalid(second.token);
    const third = await factor.challengeFor(person.email);
    await running.source.query(`DELETE FROM identity.account WHERE id = $1`, [person._id]);
    await invalid(third.token);
  });

  it.each<object>([
    {},
    { code: '12345' },
    { code: 'abcdef' },
    { code: '123456', recovery_code: 'x' },
    { passkey: 'text' },
    { recovery_code: 'A'.repeat(41) },
    { code: '123456', more: 1 },
  ])('refuses %j as malformed', async (proof) => {
    expect((await factor.prove('whatever', proof).expect(400)).body).toMatchObject({
      code: 'validation_failed',
    });
  });

  it.each([[{ code: '123456' }], [{ recovery_code: 'AAAAA-BBBBB' }], [{ passkey: {} }]])(
    'refuses an unknown challenge, with %j',
    async (proof) => {
      for (const challenge of ['whatever', `' OR 1=1`, 'a'.repeat(43)])
        expect((await factor.prove(challenge, proof).expect(400)).body).toMatchObject({
          code: 'invalid_challenge',
        });
      await running
        .http()
        .post('/api/second-factor/prove/options/')
        .send({ challenge: 'whatever' })
        .expect(400);
    },
  );
});
