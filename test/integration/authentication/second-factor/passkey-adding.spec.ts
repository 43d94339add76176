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

const refused = { code: 'invalid_passkey' };

describe('Adding a passkey', () => {
  it('shows its name and ten recovery codes, and is required from the next sign-in on', async () => {
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

  it('requests a passkey of this site under an opaque user id, without attestation, and excludes known passkeys', async () => {
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

  it('accepts a self-attested passkey, and refuses a forged attestation', async () => {
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

  it('gives no further recovery codes with a second passkey', async () => {
    const person = await factor.withPasskey();
    expect((await factor.withPasskey(new Authenticator(), person)).codes).toEqual([]);
    expect((await factor.security(person.token)).body).toMatchObject({ recovery_codes_left: 10 });
  });

  const lies: [string, ForgedValues][] = [
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
  it.each(lies)('refuses a passkey %s', async (_, lie) => {
    const member = await factor.researcher();
    const options = await factor.creationOptions(member.token);
    expect(
      (await factor.addPasskey(member.token, new Authenticator().create(options, lie)).expect(400))
        .body,
    ).toMatchObject(refused);
    expect(
      await countRows(running.source, 'identity.passkey WHERE account_id = $1', [member._id]),
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
  ])('refuses the response %j', async (response) => {
    const member = await factor.researcher();
    await factor.creationOptions(member.token);
    expect((await factor.addPasskey(member.token, response).expect(400)).body).toMatchObject(
      refused,
    );
  });

  it('adds one passkey when the same response is sent four times at the same time', async () => {
    const member = await factor.researcher();
    const response = new Authenticator().create(await factor.creationOptions(member.token));
    expect(
      sortedStatuses(
        await Promise.all([1, 2, 3, 4].map(() => factor.addPasskey(member.token, response))),
      ),
    ).toEqual([201, 400, 400, 400]);
  });

  it('refuses a passkey of another account', async () => {
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

  it('is refused beyond ten passkeys', async () => {
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
