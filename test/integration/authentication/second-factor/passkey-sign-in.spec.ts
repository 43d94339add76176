import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { Authenticator, type ForgedValues } from '../../../support/sign-in/authenticator';
import {
  bearer,
  countRows,
  accountRequestsOf,
  sortedStatuses,
} from '../../accounts/account-requests';
import { failedSignInsOf } from '../failed-sign-ins-of';
import { secondFactorRequestsOf } from './second-factor-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let factor: ReturnType<typeof secondFactorRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
  factor = secondFactorRequestsOf(running);
});
afterAll(() => running.close());

const remove = (token: string, id: string) =>
  running.http().delete(`/api/second-factor/passkeys/${id}/`).set(bearer(token));
const refused = { code: 'invalid_passkey' };

describe('A sign-in with a passkey', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'accepts its signature (%s) and stores its counter',
    async (algorithm) => {
      const person = await factor.withPasskey(new Authenticator(undefined, { algorithm }));
      for (const counter of [1, 2]) {
        const { token } = await factor.challengeFor(person.email);
        const options = await factor.requestOptions(token);
        expect(options).toMatchObject({
          rpId: 'web.test',
          userVerification: 'preferred',
          allowCredentials: [{ id: person.authenticator.id }],
        });
        const body = await bodyOf(
          factor.prove(token, { passkey: person.authenticator.get(options) }).expect(200),
        );
        expect(body).toMatchObject({ _id: person._id, token: expect.any(String) as string });
        expect(
          await countRows(running.source, 'identity.passkey WHERE id = $1 AND counter = $2', [
            person.passkey_id,
            counter,
          ]),
        ).toBe(1);
      }
      const { passkeys } = (await factor.security(person.token)).body as {
        passkeys: { last_used_at: string | null }[];
      };
      expect(passkeys[0]?.last_used_at).not.toBeNull();
    },
  );

  it('accepts a passkey that keeps no counter', async () => {
    const person = await factor.withPasskey(new Authenticator(undefined, { counts: false }));
    for (let i = 0; i < 2; i++) {
      const { token } = await factor.challengeFor(person.email);
      await factor
        .prove(token, { passkey: person.authenticator.get(await factor.requestOptions(token)) })
        .expect(200);
    }
  });

  it('refuses a clone, whose counter is not higher than the stored one', async () => {
    const person = await factor.withPasskey();
    const sign = async (lie: ForgedValues) => {
      const { token } = await factor.challengeFor(person.email);
      return factor.prove(token, {
        passkey: person.authenticator.get(await factor.requestOptions(token), lie),
      });
    };
    expect((await sign({ counter: 7 })).status).toBe(200);
    for (const counter of [0, 6, 7]) expect((await sign({ counter })).body).toMatchObject(refused);
    expect((await sign({ counter: 8 })).status).toBe(200);
  });

  const lies: [string, ForgedValues][] = [
    ['another site', { origin: 'http://evil.test' }],
    ['another name', { rpId: 'evil.test' }],
    ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['a registration', { type: 'webauthn.create' }],
    ['nobody present', { flags: 0 }],
  ];
  it.each(lies)('refuses a signature over %s', async (_, lie) => {
    const person = await factor.withPasskey();
    const { token } = await factor.challengeFor(person.email);
    expect(
      (
        await factor
          .prove(token, {
            passkey: person.authenticator.get(await factor.requestOptions(token), lie),
          })
          .expect(400)
      ).body,
    ).toMatchObject(refused);
    expect(await failedSignInsOf(running.source, person._id)).toBe(1);
  });

  it('refuses a signature by a different key under the id of this passkey', async () => {
    const person = await factor.withPasskey();
    const { token } = await factor.challengeFor(person.email);
    const options = await factor.requestOptions(token);
    const stranger = new Authenticator();
    const forged = {
      ...stranger.get({ ...options, allowCredentials: [{ id: stranger.id }] }),
      id: person.authenticator.id,
      rawId: person.authenticator.id,
    };
    await factor.prove(token, { passkey: forged }).expect(400);
  });

  it('refuses the passkey of another account', async () => {
    const [one, other] = [await factor.withPasskey(), await factor.withPasskey()];
    const { token } = await factor.challengeFor(one.email);
    const options = await factor.requestOptions(token);
    expect(() => other.authenticator.get(options)).toThrow('NotAllowedError');
    await factor
      .prove(token, {
        passkey: other.authenticator.get({
          ...options,
          allowCredentials: [{ id: other.authenticator.id }],
        }),
      })
      .expect(400);
  });

  it('refuses a challenge that an earlier attempt used, whether that attempt succeeded or failed', async () => {
    const person = await factor.withPasskey(new Authenticator(undefined, { counts: false }));
    const { token } = await factor.challengeFor(person.email);
    const options = await factor.requestOptions(token);
    await factor
      .prove(token, { passkey: person.authenticator.get(options, { origin: 'http://evil.test' }) })
      .expect(400);
    await factor.prove(token, { passkey: person.authenticator.get(options) }).expect(400);
    const fresh = await factor.requestOptions(token);
    const passkey = person.authenticator.get(fresh);
    await factor.prove(token, { passkey }).expect(200);
    const next = await factor.challengeFor(person.email);
    await factor.requestOptions(next.token);
    await factor.prove(next.token, { passkey }).expect(400);
  });

  it('ends after five tries, also when no challenge was requested', async () => {
    const person = await factor.withPasskey();
    const { token } = await factor.challengeFor(person.email);
    for (let i = 0; i < 5; i++)
      expect((await factor.prove(token, { passkey: {} }).expect(400)).body).toMatchObject(refused);
    await running
      .http()
      .post('/api/second-factor/prove/options/')
      .send({ challenge: token })
      .expect(400);
    expect((await factor.prove(token, { passkey: {} }).expect(400)).body).toMatchObject({
      code: 'invalid_challenge',
    });
  });

  it('is not offered to an account without passkeys', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    await running
      .http()
      .post('/api/second-factor/prove/options/')
      .send({ challenge: token })
      .expect(400);
  });
});

describe('Removing a passkey', () => {
  it('is allowed to its owner only, once; removing the last factor also deletes the recovery codes', async () => {
    const [person, other] = [await factor.withPasskey(), await factor.withPasskey()];
    const second = await factor.withPasskey(new Authenticator(), person);
    await remove(other.token, person.passkey_id).expect(404);
    await remove(person.token, person.passkey_id).expect(204);
    await remove(person.token, person.passkey_id).expect(404);
    expect((await factor.security(person.token)).body).toMatchObject({
      recovery_codes_left: 10,
      passkeys: [{ _id: second.passkey_id }],
    });
    await remove(person.token, second.passkey_id).expect(204);
    expect((await factor.security(person.token)).body).toMatchObject({
      recovery_codes_left: 0,
      passkeys: [],
    });
    await people.signIn(person.email).expect(200);
  });

  it('deletes the recovery codes when the last two passkeys are removed at the same time', async () => {
    const person = await factor.withPasskey();
    const second = await factor.withPasskey(new Authenticator(), person);
    expect(
      sortedStatuses(
        await Promise.all([
          remove(person.token, person.passkey_id),
          remove(person.token, second.passkey_id),
        ]),
      ),
    ).toEqual([204, 204]);
    expect(
      await countRows(running.source, 'identity.recovery_code WHERE account_id = $1', [person._id]),
    ).toBe(0);
  });
});
