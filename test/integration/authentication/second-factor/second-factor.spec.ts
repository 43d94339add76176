import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../../support/app';
import { bearer, count, password, peopleOf, statuses } from '../../accounts/people-of';
import { secondFactorOf } from './second-factor-of';
import { bodyOf } from '../../../support/body-of';

let running: RunningApp;
let people: ReturnType<typeof peopleOf>;
let factor: ReturnType<typeof secondFactorOf>;
beforeAll(async () => {
  running = await startApp();
  people = peopleOf(running);
  factor = secondFactorOf(running);
});
afterAll(() => running.close());

const codes = (answers: { status: number; body: unknown }[]) =>
  answers.map((a) => (a.status === 200 ? '200' : (a.body as { code: string }).code)).sort();

describe('Setting up an authenticator app', () => {
  it('counts once its first code was given, and shows ten recovery codes once', async () => {
    const member = await factor.researcher();
    const body = await bodyOf(factor.begin(member.token).expect(200));
    const { secret, uri } = body as { secret: string; uri: string };
    expect(uri).toContain(`secret=${secret}`);
    expect((await factor.security(member.token).expect(200)).body).toMatchObject({
      password: true,
      totp: false,
      passkeys: [],
      recovery_codes_left: 0,
      second_factor_missing: false,
    });
    await people.signIn(member.email).expect(200);
    expect(
      (await factor.confirm(member.token, factor.wrongCode(secret)).expect(400)).body,
    ).toMatchObject({ code: 'invalid_code' });
    const { recovery_codes } = (
      await factor.confirm(member.token, factor.codeOf(secret)).expect(200)
    ).body as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes)
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    expect((await factor.security(member.token).expect(200)).body).toMatchObject({
      totp: true,
      recovery_codes_left: 10,
    });
    expect((await factor.challengeFor(member.email)).methods).toEqual(['totp', 'recovery_code']);
    expect(await people.events('identity.second-factor-changed', member._id)).toHaveLength(1);
    expect(await factor.audited(member._id)).toContain('second-factor-added');
  });

  it('keeps neither the secret nor a code readable', async () => {
    const {
      _id,
      secret,
      codes: [code = ''],
    } = await factor.withTotp();
    const [row]: { all: string }[] = await running.source.query(
      `SELECT (SELECT encode(secret, 'escape') FROM identity.totp
       WHERE account_id = $1) || (SELECT string_agg(encode(code_hash, 'escape'), '')
       FROM identity.recovery_code WHERE account_id = $1) AS all`,
      [_id],
    );
    expect(row?.all).not.toContain(secret);
    expect(row?.all).not.toContain(code.slice(0, 5));
  });

  it('may begin again before its first code, with another secret, and not after it', async () => {
    const member = await factor.researcher();
    const first = (await factor.begin(member.token).expect(200)).body as { secret: string };
    const second = (await factor.begin(member.token).expect(200)).body as { secret: string };
    await factor.confirm(member.token, factor.codeOf(first.secret)).expect(400);
    await factor.confirm(member.token, factor.codeOf(second.secret)).expect(200);
    expect((await factor.begin(member.token).expect(409)).body).toMatchObject({
      code: 'second_factor_exists',
    });
    await factor.confirm(member.token, factor.codeOf(second.secret, 1)).expect(409);
  });

  it('adds one factor when its first code comes four times at once', async () => {
    const member = await factor.researcher();
    const { secret } = (await factor.begin(member.token).expect(200)).body as { secret: string };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => factor.confirm(member.token, factor.codeOf(secret))),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    expect(
      await count(running.source, 'identity.recovery_code WHERE account_id = $1', [member._id]),
    ).toBe(10);
  });

  it('is for researchers and administrators', async () => {
    const member = await people.member();
    for (const path of ['totp', 'passkeys/options'])
      expect(
        (
          await running
            .http()
            .post(`/api/second-factor/${path}/`)
            .set(bearer(member.token))
            .expect(403)
        ).body,
      ).toMatchObject({ code: 'forbidden' });
    await factor.confirm(member.token, '123456').expect(403);
    await factor.addPasskey(member.token, {}).expect(403);
    await factor.security(member.token).expect(200);
    await running.http().get('/api/security/').expect(401);
  });

  it.each([
    ['POST', '/api/second-factor/totp/', undefined],
    ['PUT', '/api/second-factor/totp/', { code: '123456' }],
    ['DELETE', '/api/second-factor/totp/', undefined],
    ['POST', '/api/second-factor/passkeys/options/', undefined],
    ['POST', '/api/second-factor/passkeys/', { name: 'Key', response: {} }],
    ['DELETE', '/api/second-factor/passkeys/0193a9a0-0000-7000-8000-000000000001/', undefined],
    ['POST', '/api/second-factor/recovery-codes/', undefined],
  ] as const)(
    '%s %s asks for a sign-in of the last quarter of an hour',
    async (method, path, body) => {
      const member = await factor.researcher();
      running.clock.advance(minutes(15.1));
      const verb = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
      const answer = await running
        .http()
        [verb[method]](path)
        .set(bearer(member.token))
        .send(body)
        .expect(403);
      expect(answer.body).toMatchObject({ code: 'recent_sign_in_required' });
    },
  );
});

describe('A sign-in with a second factor', () => {
  it('gives a token for the code, as long and in the browser that was meant', async () => {
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

  it('takes a challenge once, also when four come at once', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    const answers = await Promise.all(
      person.codes.slice(0, 4).map((recovery_code) => factor.prove(token, { recovery_code })),
    );
    expect(codes(answers)).toEqual([
      '200',
      'invalid_challenge',
      'invalid_challenge',
      'invalid_challenge',
    ]);
    expect((await factor.security(person.token)).body).toMatchObject({ recovery_codes_left: 9 });
  });

  it('takes no code twice, neither that of the setting up, nor in two sign-ins at once', async () => {
    const member = await factor.researcher();
    factor.nextStep();
    const { secret } = (await factor.begin(member.token).expect(200)).body as { secret: string };
    await factor.confirm(member.token, factor.codeOf(secret)).expect(200);
    await factor
      .prove((await factor.challengeFor(member.email)).token, { code: factor.codeOf(secret) })
      .expect(400);
    factor.nextStep();
    const challenges = await Promise.all([1, 2, 3].map(() => factor.challengeFor(member.email)));
    const answers = await Promise.all(
      challenges.map(({ token }) => factor.prove(token, { code: factor.codeOf(secret) })),
    );
    expect(codes(answers)).toEqual(['200', 'invalid_code', 'invalid_code']);
  });

  it('takes the code of half a minute before and after, and none further away', async () => {
    const person = await factor.withTotp();
    factor.nextStep(4);
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      await factor
        .prove((await factor.challengeFor(person.email)).token, {
          code: factor.codeOf(person.secret, steps),
        })
        .expect(status);
    }
  });

  it('ends after five wrong codes, also when twenty come at once', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        factor.prove(token, { code: factor.wrongCode(person.secret) }),
      ),
    );
    expect(codes(answers)).toEqual([
      ...Array.from({ length: 15 }, () => 'invalid_challenge'),
      ...Array.from({ length: 5 }, () => 'invalid_code'),
    ]);
    expect(
      (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(400)).body,
    ).toMatchObject({ code: 'invalid_challenge' });
    expect(
      (await factor.audited(person._id)).filter((action) => action === 'sign-in-failed'),
    ).toHaveLength(5);
  });

  it('waits for five minutes', async () => {
    const person = await factor.withTotp();
    const { token, expires_at } = await factor.challengeFor(person.email);
    expect(
      Math.round((new Date(expires_at).getTime() - running.clock.now().getTime()) / 60_000),
    ).toBe(5);
    running.clock.advance(minutes(5.1));
    expect(
      (await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(400)).body,
    ).toMatchObject({ code: 'invalid_challenge' });
  });

  it('brings nobody back from a deletion before the second factor is proven', async () => {
    const person = await factor.withTotp();
    await running.source.query(
      `UPDATE identity.account SET deletion_at = now() + interval '9 days' WHERE id = $1`,
      [person._id],
    );
    const { token } = await factor.challengeFor(person.email);
    expect(
      await count(running.source, 'identity.account WHERE id = $1 AND deletion_at IS NOT NULL', [
        person._id,
      ]),
    ).toBe(1);
    await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(200);
    expect(
      await count(running.source, 'identity.account WHERE id = $1 AND deletion_at IS NOT NULL', [
        person._id,
      ]),
    ).toBe(0);
  });

  it('ends when the account is disabled meanwhile', async () => {
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
    expect((await factor.audited(person._id)).slice(-2)).toEqual([
      'sign-in-failed',
      'sign-in-failed',
    ]);
  });

  it('ends with a new password, with signing out everywhere, and with the account', async () => {
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
  ])('refuses %j as no proof at all', async (proof) => {
    expect((await factor.prove('whatever', proof).expect(400)).body).toMatchObject({
      code: 'validation_failed',
    });
  });

  it.each([[{ code: '123456' }], [{ recovery_code: 'AAAAA-BBBBB' }], [{ passkey: {} }]])(
    'knows no challenge that never was, with %j',
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
