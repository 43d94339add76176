import { minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../../support/app';
import { Authenticator, type Lies } from '../../../support/authenticator';
import { bearer, count, peopleOf, statuses } from '../../accounts/people-of';
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

const remove = (token: string, id: string) =>
  running.http().delete(`/api/second-factor/passkeys/${id}/`).set(bearer(token));
const refused = { code: 'invalid_passkey' };

describe('Adding a passkey', () => {
  it('shows its name and ten recovery codes, and asks for it from the next sign-in on', async () => {
    const person = await factor.withPasskey();
    expect(person.codes).toHaveLength(10);
    const body = await bodyOf(factor.security(person.token).expect(200));
    expect(body).toMatchObject({
      totp: false,
      recovery_codes_left: 10,
      passkeys: [{ _id: person.passkey_id, name: 'Key', last_used_at: null }],
    });
    expect((await factor.challengeFor(person.email)).methods).toEqual(['passkey', 'recovery_code']);
    expect(await factor.audited(person._id)).toContain('second-factor-added');
    expect(await people.events('identity.second-factor-changed', person._id)).toHaveLength(1);
  });

  it('asks the browser for one of this site, bound to nobody by name, without an attestation, and not for one that is known', async () => {
    const person = await factor.withPasskey();
    const options = await factor.creationOptions(person.token);
    expect(options).toMatchObject({
      rp: { id: 'web.test' },
      attestation: 'none',
      excludeCredentials: [{ id: person.authenticator.id, transports: ['usb', 'nfc'] }],
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).not.toContain(
      person._id.replace(/-/g, ''),
    );
    expect((await factor.creationOptions(person.token)).user.id).toBe(options.user.id);
    expect(() => person.authenticator.create(options)).toThrow('InvalidStateError');
  });

  it('takes one whose key vouches for itself, and none where another key does', async () => {
    const member = await factor.researcher();
    await factor
      .addPasskey(
        member.token,
        new Authenticator().create(await factor.creationOptions(member.token), {
          attestsItself: true,
        }),
      )
      .expect(201);
    const forged = new Map<string, number | string | Buffer>([
      ['alg', -7],
      ['sig', Buffer.alloc(70, 1)],
    ]);
    await factor
      .addPasskey(
        member.token,
        new Authenticator().create(await factor.creationOptions(member.token), {
          format: 'packed',
          statement: forged,
        }),
      )
      .expect(400);
  });

  it('gives no further recovery codes with a second one', async () => {
    const person = await factor.withPasskey();
    expect((await factor.withPasskey(new Authenticator(), person)).codes).toEqual([]);
    expect((await factor.security(person.token)).body).toMatchObject({ recovery_codes_left: 10 });
  });

  const lies: [string, Lies][] = [
    ['made for another site', { origin: 'http://evil.test' }],
    ['made on another port', { origin: 'http://web.test:9' }],
    ['made under another name', { rpId: 'evil.test' }],
    ['that answers another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['that is an assertion', { type: 'webauthn.get' }],
    ['made without anybody present', { flags: 0x40 }],
    ['without a key in it', { flags: 0x01 }],
    ['with a format that nobody knows', { format: 'made-up' }],
    [
      'with a statement where there should be none',
      { statement: new Map([['sig', Buffer.from('x')]]) },
    ],
    ['that names its maker', { format: 'apple', statement: new Map() }],
    [
      'with certificates',
      {
        format: 'packed',
        statement: new Map<string, number | string | Buffer>([
          ['alg', -7],
          ['sig', Buffer.from('x')],
          ['x5c', Buffer.from('x')],
        ]),
      },
    ],
  ];
  it.each(lies)('refuses one %s', async (_, lie) => {
    const member = await factor.researcher();
    const options = await factor.creationOptions(member.token);
    expect(
      (await factor.addPasskey(member.token, new Authenticator().create(options, lie)).expect(400))
        .body,
    ).toMatchObject(refused);
    expect(
      await count(running.source, 'identity.passkey WHERE account_id = $1', [member._id]),
    ).toBe(0);
  });

  it.each([
    {},
    { id: 'x' },
    { id: 5, rawId: [], type: null, response: 'text' },
    {
      id: 'eA',
      rawId: 'eA',
      type: 'public-key',
      response: { clientDataJSON: 'eA', attestationObject: 'eA' },
    },
    {
      id: 'eA',
      rawId: 'eA',
      type: 'public-key',
      response: { clientDataJSON: 'bnVsbA', attestationObject: '_____w' },
    },
  ])('refuses %j', async (response) => {
    const member = await factor.researcher();
    await factor.creationOptions(member.token);
    expect((await factor.addPasskey(member.token, response).expect(400)).body).toMatchObject(
      refused,
    );
  });

  it('takes what was begun once, for five minutes, and only from whom it was begun by', async () => {
    const [member, other] = [await factor.researcher(), await factor.researcher()];
    const options = await factor.creationOptions(member.token);
    await factor.addPasskey(other.token, new Authenticator().create(options)).expect(400);
    await factor.creationOptions(other.token);
    await factor.addPasskey(other.token, new Authenticator().create(options)).expect(400);
    await factor.addPasskey(member.token, new Authenticator().create(options)).expect(201);
    await factor.addPasskey(member.token, new Authenticator().create(options)).expect(400);
    const late = await factor.creationOptions(member.token);
    running.clock.advance(minutes(5.1));
    await factor.addPasskey(member.token, new Authenticator().create(late)).expect(400);
  });

  it('adds one when the same comes four times at once', async () => {
    const member = await factor.researcher();
    const response = new Authenticator().create(await factor.creationOptions(member.token));
    expect(
      statuses(
        await Promise.all([1, 2, 3, 4].map(() => factor.addPasskey(member.token, response))),
      ),
    ).toEqual([201, 400, 400, 400]);
  });

  it('refuses one that somebody else has', async () => {
    const first = await factor.withPasskey();
    const member = await factor.researcher();
    expect(
      (
        await factor
          .addPasskey(
            member.token,
            first.authenticator.create(await factor.creationOptions(member.token)),
          )
          .expect(400)
      ).body,
    ).toMatchObject(refused);
  });

  it('ends at ten', async () => {
    const person = await factor.withPasskey();
    for (let i = 0; i < 8; i++) await factor.withPasskey(new Authenticator(), person);
    const options = await factor.creationOptions(person.token);
    await running.source.query(
      `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name)
       SELECT gen_random_uuid(), account_id, '\\x01', public_key, 0, transports, name
       FROM identity.passkey WHERE id = $1`,
      [person.passkey_id],
    );
    expect(
      (await factor.addPasskey(person.token, new Authenticator().create(options)).expect(409)).body,
    ).toMatchObject({ code: 'too_many_passkeys' });
    await running
      .http()
      .post('/api/second-factor/passkeys/options/')
      .set(bearer(person.token))
      .expect(409);
  });
});

describe('A sign-in with a passkey', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'takes its signature (%s) and keeps its counter',
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
          await count(running.source, 'identity.passkey WHERE id = $1 AND counter = $2', [
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

  it('takes one that keeps no counter', async () => {
    const person = await factor.withPasskey(new Authenticator(undefined, { counts: false }));
    for (let i = 0; i < 2; i++) {
      const { token } = await factor.challengeFor(person.email);
      await factor
        .prove(token, { passkey: person.authenticator.get(await factor.requestOptions(token)) })
        .expect(200);
    }
  });

  it('refuses a clone, whose counter is behind', async () => {
    const person = await factor.withPasskey();
    const sign = async (lie: Lies) => {
      const { token } = await factor.challengeFor(person.email);
      return factor.prove(token, {
        passkey: person.authenticator.get(await factor.requestOptions(token), lie),
      });
    };
    expect((await sign({ counter: 7 })).status).toBe(200);
    for (const counter of [0, 6, 7]) expect((await sign({ counter })).body).toMatchObject(refused);
    expect((await sign({ counter: 8 })).status).toBe(200);
  });

  const lies: [string, Lies][] = [
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
    expect((await factor.audited(person._id)).at(-1)).toBe('sign-in-failed');
  });

  it('refuses what another key signed in the name of this one', async () => {
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

  it("refuses somebody else's passkey", async () => {
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

  it('takes each signature once: what it signed is used up by a try, whatever came of it', async () => {
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

  it('is over after five tries, and when nothing was asked for', async () => {
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

  it('has nothing to sign for an account without passkeys', async () => {
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
  it('is for its owner, once, and the last factor takes the recovery codes with it', async () => {
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

  it('leaves no recovery codes when the last two go at once', async () => {
    const person = await factor.withPasskey();
    const second = await factor.withPasskey(new Authenticator(), person);
    expect(
      statuses(
        await Promise.all([
          remove(person.token, person.passkey_id),
          remove(person.token, second.passkey_id),
        ]),
      ),
    ).toEqual([204, 204]);
    expect(
      await count(running.source, 'identity.recovery_code WHERE account_id = $1', [person._id]),
    ).toBe(0);
  });
});
