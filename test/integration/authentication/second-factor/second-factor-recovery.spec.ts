import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bearer, accountRequestsOf } from '../../accounts/account-requests';
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

describe('A recovery code', () => {
  it('[6.5.1] signs in once, with any spacing and case', async () => {
    const person = await factor.withTotp();
    const [first = '', second = ''] = person.codes;
    const typed = ` ${first.toLowerCase().replace('-', ' ')} `;
    await factor
      .prove((await factor.challengeFor(person.email)).token, { recovery_code: typed })
      .expect(200);
    const { token } = await factor.challengeFor(person.email);
    expect((await factor.prove(token, { recovery_code: first }).expect(400)).body).toMatchObject({
      code: 'invalid_code',
    });
    await factor.prove(token, { recovery_code: second }).expect(200);
    expect(await factor.audited(person._id)).toEqual(
      expect.arrayContaining(['recovery-code-used']),
    );
    expect((await factor.security(person.token)).body).toMatchObject({ recovery_codes_left: 8 });
  });

  it('succeeds once when it is sent in three sign-ins at the same time', async () => {
    const person = await factor.withTotp();
    const challenges = await Promise.all([1, 2, 3].map(() => factor.challengeFor(person.email)));
    const answers = await Promise.all(
      challenges.map(({ token }) => factor.prove(token, { recovery_code: person.codes[0] })),
    );
    expect(sortedAnswerCodes(answers)).toEqual(['200', 'invalid_code', 'invalid_code']);
  });

  it('is refused for another account', async () => {
    const [one, other] = [await factor.withTotp(), await factor.withTotp()];
    await factor
      .prove((await factor.challengeFor(one.email)).token, { recovery_code: other.codes[0] })
      .expect(400);
  });

  it('stops working when new codes are generated', async () => {
    const person = await factor.withTotp();
    const { recovery_codes } = (
      await running
        .http()
        .post('/api/second-factor/recovery-codes/')
        .set(bearer(person.token))
        .expect(200)
    ).body as { recovery_codes: string[] };
    expect(recovery_codes).toHaveLength(10);
    const { token } = await factor.challengeFor(person.email);
    await factor.prove(token, { recovery_code: person.codes[0] }).expect(400);
    await factor.prove(token, { recovery_code: recovery_codes[0] }).expect(200);
    expect(await factor.audited(person._id)).toContain('recovery-codes-renewed');
  });

  it('is not generated for an account without a second factor', async () => {
    const member = await factor.researcher();
    await running
      .http()
      .post('/api/second-factor/recovery-codes/')
      .set(bearer(member.token))
      .expect(404);
  });
});

describe('Removing an authenticator app', () => {
  const remove = (token: string) =>
    running.http().delete('/api/second-factor/totp/').set(bearer(token));

  it('deletes the recovery codes, and the password is enough again', async () => {
    const person = await factor.withTotp();
    const { token } = await factor.challengeFor(person.email);
    await remove(person.token).expect(204);
    await remove(person.token).expect(404);
    expect((await factor.security(person.token)).body).toMatchObject({
      totp: false,
      recovery_codes_left: 0,
    });
    await factor.prove(token, { recovery_code: person.codes[0] }).expect(400);
    await people.signIn(person.email).expect(200);
    expect(await factor.audited(person._id)).toContain('second-factor-removed');
    expect(await people.events('identity.second-factor-changed', person._id)).toHaveLength(2);
  });

  it('keeps the recovery codes while the account has a passkey', async () => {
    const person = await factor.withTotp();
    await factor.withPasskey(undefined, person);
    await remove(person.token).expect(204);
    expect((await factor.security(person.token)).body).toMatchObject({
      totp: false,
      recovery_codes_left: 10,
    });
    expect((await factor.challengeFor(person.email)).methods).toEqual(['passkey', 'recovery_code']);
  });

  it('is not recorded in the audit log when the app was never confirmed', async () => {
    const member = await factor.researcher();
    await factor.begin(member.token).expect(200);
    await remove(member.token).expect(204);
    expect(await factor.audited(member._id)).not.toContain('second-factor-removed');
  });
});
