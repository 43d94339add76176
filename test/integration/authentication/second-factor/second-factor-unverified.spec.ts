import { sha256 } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { Authenticator } from '../../../support/sign-in/authenticator';
import { bearer, countRows, accountRequestsOf } from '../../accounts/account-requests';
import { secondFactorRequestsOf, type SignInChallenge } from './second-factor-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());

/** Signs in with the password again. @returns the token and the id of the sign-in */
const another = async (email: string) => {
  const { token } = (await people.signIn(email).expect(200)).body as { token: string };
  const { items } = (await running.http().get('/api/sign-ins/').set(bearer(token)).expect(200))
    .body as { items: { _id: string; current: boolean }[] };
  return { token, id: items.find(({ current }) => current)?._id };
};
const signIns = async (token: string) =>
  (
    (await running.http().get('/api/sign-ins/').set(bearer(token)).expect(200)).body as {
      items: object[];
    }
  ).items;

describe('The first second factor', () => {
  it.each(['authenticator app', 'passkey'] as const)(
    '[7.4.3] (%s) ends every other sign-in, also unfinished ones; this sign-in counts as proven',
    async (kind) => {
      const member = await factor.researcher();
      const [one, two] = [await another(member.email), await another(member.email)];
      await running.source.query(
        `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, remembered, expires_at)
         VALUES (gen_random_uuid(), $2, $1, 'password', false, now() + interval '5 minutes')`,
        [member._id, sha256(member._id)],
      );
      if (kind === 'passkey') await factor.withPasskey(new Authenticator(), member);
      else await factor.withTotp(member);
      for (const { token } of [one, two])
        await running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
      expect(await signIns(member.token)).toEqual([
        expect.objectContaining({ current: true, second_factor: true }),
      ]);
      expect(
        (await people.events('identity.signed-out', member._id))
          .map(({ data }) => data.token_id)
          .sort(),
      ).toEqual([one.id, two.id].sort());
      expect(
        await countRows(running.source, 'identity.second_factor_challenge WHERE account_id = $1', [
          member._id,
        ]),
      ).toBe(0);
    },
  );

  it('ends other sign-ins, but a further factor ends none', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    await factor.prove(token, { code: factor.codeOf(person.secret) }).expect(200);
    await factor.withPasskey(new Authenticator(), person);
    expect(await signIns(person.token)).toHaveLength(2);
    expect(await people.events('identity.signed-out', person._id)).toEqual([]);
  });

  it('cannot be removed, at the moment of its confirmation, by a sign-in that has not proved it', async () => {
    for (let round = 0; round < 12; round++) {
      const member = await factor.researcher();
      const thief = await another(member.email);
      const { secret } = (await factor.begin(member.token).expect(200)).body as { secret: string };
      const [confirmed, removed] = await Promise.all([
        factor.confirm(member.token, factor.codeOf(secret)).then((a) => a.status),
        running
          .http()
          .delete('/api/second-factor/totp/')
          .set(bearer(thief.token))
          .then((a) => a.status),
      ]);
      // Either the removal came first and the confirmation failed, or the confirmation came first
      // and the factor stays.
      expect([
        [200, 401],
        [400, 204],
      ]).toContainEqual([confirmed, removed]);
      expect(
        await countRows(
          running.source,
          'identity.totp WHERE account_id = $1 AND confirmed_at IS NOT NULL',
          [member._id],
        ),
      ).toBe(confirmed === 200 ? 1 : 0);
    }
  });
});

describe('A sign-in that has not proved the second factor', () => {
  it('cannot add or remove factors or generate recovery codes; a new sign-in with the factor can', async () => {
    const person = await factor.withPasskey();
    // Changes the token as if its sign-in were older than the second factor.
    await running.source.query(
      `UPDATE identity.token SET second_factor = false WHERE account_id = $1`,
      [person._id],
    );
    const calls = [
      ['post', '/api/second-factor/totp/', undefined],
      ['put', '/api/second-factor/totp/', { code: '123456' }],
      ['delete', '/api/second-factor/totp/', undefined],
      ['post', '/api/second-factor/passkeys/options/', undefined],
      ['delete', `/api/second-factor/passkeys/${person.passkey_id}/`, undefined],
      ['post', '/api/second-factor/recovery-codes/', undefined],
    ] as const;
    for (const [verb, path, body] of calls)
      expect(
        (await running.http()[verb](path).set(bearer(person.token)).send(body).expect(403)).body,
      ).toMatchObject({ code: 'recent_sign_in_required' });
    const { token: challenge } = await factor.challengeFor(person.email);
    const { token } = (
      await factor
        .prove(challenge, {
          passkey: person.authenticator.get(await factor.requestOptions(challenge)),
        })
        .expect(200)
    ).body as { token: string };
    // The new sign-in begins to add a passkey. The old sign-in tries to complete the addition.
    const response = new Authenticator().create(await factor.creationOptions(token));
    expect((await factor.addPasskey(person.token, response).expect(403)).body).toMatchObject({
      code: 'recent_sign_in_required',
    });
    expect((await factor.security(token)).body).toMatchObject({
      totp: false,
      recovery_codes_left: 10,
      passkeys: [{ _id: person.passkey_id }],
    });
    await running.http().post('/api/second-factor/recovery-codes/').set(bearer(token)).expect(200);
    await running
      .http()
      .delete(`/api/second-factor/passkeys/${person.passkey_id}/`)
      .set(bearer(token))
      .expect(204);
  });
});

describe('Recovery codes of an account', () => {
  it('are reported to their owner by mail when they are generated and when one is used', async () => {
    const person = await factor.withTotp();
    const told = async () =>
      (await people.events('identity.second-factor-changed', person._id)).length;
    expect(await told()).toBe(1);
    await running
      .http()
      .post('/api/second-factor/recovery-codes/')
      .set(bearer(person.token))
      .expect(200);
    expect(await told()).toBe(2);
    const {
      recovery_codes: [code],
    } = (
      await running
        .http()
        .post('/api/second-factor/recovery-codes/')
        .set(bearer(person.token))
        .expect(200)
    ).body as { recovery_codes: string[] };
    const { token }: SignInChallenge = await factor.challengeFor(person.email);
    await factor.prove(token, { recovery_code: 'AAAAA-BBBBB' }).expect(400);
    expect(await told()).toBe(3);
    await factor.prove(token, { recovery_code: code }).expect(200);
    expect(await told()).toBe(4);
  });
});

describe('A person whose address is not verified', () => {
  it('cannot set up a second factor, because it would lock out the owner of the address', async () => {
    const registered = await people.register();
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      registered._id,
    ]);
    const { token } = (await people.signIn(registered.email).expect(200)).body as { token: string };
    const refused = { code: 'email_not_verified' };
    expect((await factor.begin(token).expect(403)).body).toMatchObject(refused);
    expect((await factor.confirm(token, '123456').expect(403)).body).toMatchObject(refused);
    expect(
      (
        await running
          .http()
          .post('/api/second-factor/passkeys/options/')
          .set(bearer(token))
          .expect(403)
      ).body,
    ).toMatchObject(refused);
    expect((await factor.addPasskey(token, {}).expect(403)).body).toMatchObject(refused);
    await people.activate(await people.keyOf(registered._id)).expect(200);
    await factor.begin(token).expect(200);
  });
});
