import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
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

describe('Setting up an authenticator app', () => {
  it('[6.5.3] [6.5.4] takes effect with its first code, and shows ten recovery codes once', async () => {
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

  it('stores neither the secret nor the recovery codes in readable form', async () => {
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

  it('can be restarted with a new secret before its first code, but not after it', async () => {
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

  it('adds one factor when the first code is sent four times at the same time', async () => {
    const member = await factor.researcher();
    const { secret } = (await factor.begin(member.token).expect(200)).body as { secret: string };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => factor.confirm(member.token, factor.codeOf(secret))),
    );
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
    expect(
      await countRows(running.source, 'identity.recovery_code WHERE account_id = $1', [member._id]),
    ).toBe(10);
  });

  it('is allowed for researchers and administrators only', async () => {
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
});
