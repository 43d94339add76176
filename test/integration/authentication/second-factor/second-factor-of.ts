import { generateSync } from 'otplib';
import type { RunningApp } from '../../../support/app/app';
import {
  Authenticator,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '../../../support/sign-in/authenticator';
import { bearer, password, accountRequestsOf } from '../../accounts/account-requests';
import { bodyOf } from '../../../support/app/body-of';

export interface SignInChallenge {
  token: string;
  methods: string[];
  expires_at: string;
}
export interface ProtectedAccount {
  _id: string;
  email: string;
  token: string;
  secret: string;
  codes: string[];
}

/**
 * Sorts the results of requests that were sent at the same moment: `200` or the error code of each.
 */
export const sortedAnswerCodes = (answers: { status: number; body: unknown }[]) =>
  answers.map((a) => (a.status === 200 ? '200' : (a.body as { code: string }).code)).sort();

/** Makes the HTTP calls of a researcher with a second factor. */
export const secondFactorRequestsOf = (running: RunningApp) => {
  const people = accountRequestsOf(running);
  const { http, source, clock } = running;

  /** Returns the code that the authenticator app shows. @param steps how many half minutes later */
  const codeOf = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + 30 * steps });
  /**
   * Advances the clock to the beginning of the next half minute, so that the code of the
   * authenticator app does not change during the next steps of a test. Only files with their own
   * clock may use it.
   */
  const nextStep = (further = 0) =>
    clock.advance(30_000 - (clock.now().getTime() % 30_000) + 500 + 30_000 * further);
  const wrongCode = (secret: string) => {
    const shown = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (code) => !shown.includes(code),
      ) ?? ''
    );
  };
  const researcher = async () => {
    const member = await people.member();
    await source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      member._id,
    ]);
    return member;
  };
  const begin = (token: string) => http().post('/api/second-factor/totp/').set(bearer(token));
  const confirm = (token: string, code: string) =>
    http().put('/api/second-factor/totp/').set(bearer(token)).send({ code });
  const security = (token: string) => http().get('/api/security/').set(bearer(token));
  /**
   * Makes a researcher with an authenticator app. The server has recorded that the set-up used the
   * present code, and would refuse this code for half a minute (RFC 6238, 5.2). So the function
   * deletes this record.
   */
  const withTotp = async (who?: {
    _id: string;
    email: string;
    token: string;
  }): Promise<ProtectedAccount> => {
    const person = who ?? (await researcher());
    const { secret } = (await begin(person.token).expect(200)).body as { secret: string };
    const { recovery_codes } = (await confirm(person.token, codeOf(secret)).expect(200)).body as {
      recovery_codes: string[] | null;
    };
    await source.query(`UPDATE identity.totp SET last_step = NULL WHERE account_id = $1`, [
      person._id,
    ]);
    return { ...person, secret, codes: recovery_codes ?? [] };
  };
  /** Sends the password, the first factor. @returns the challenge for the second one */
  const challengeFor = async (email: string, query = '') => {
    const body = await bodyOf(people.signIn(email, password, query).expect(401));
    const { code, challenge } = body as { code: string; challenge: SignInChallenge };
    if (code !== 'second_factor_required') throw new Error(code);
    return challenge;
  };
  const prove = (challenge: string, proof: object) =>
    http()
      .post('/api/second-factor/prove/')
      .send({ challenge, ...proof });

  const creationOptions = async (token: string) =>
    (
      (await http().post('/api/second-factor/passkeys/options/').set(bearer(token)).expect(200))
        .body as { options: PasskeyCreationOptions }
    ).options;
  const addPasskey = (token: string, response: object, name = 'Key') =>
    http().post('/api/second-factor/passkeys/').set(bearer(token)).send({ name, response });
  const withPasskey = async (
    authenticator = new Authenticator(),
    who?: { _id: string; email: string; token: string },
  ) => {
    const person = who ?? (await researcher());
    const body = await bodyOf(
      addPasskey(person.token, authenticator.create(await creationOptions(person.token))).expect(
        201,
      ),
    );
    const added = body as { passkey: { _id: string }; recovery_codes: string[] | null };
    return {
      ...person,
      passkey_id: added.passkey._id,
      codes: added.recovery_codes ?? [],
      authenticator,
    };
  };
  const requestOptions = async (challenge: string) =>
    (
      (await http().post('/api/second-factor/prove/options/').send({ challenge }).expect(200))
        .body as { options: PasskeyRequestOptions }
    ).options;

  const audited = async (accountId: string): Promise<string[]> => {
    const rows: { action: string }[] = await source.query(
      `SELECT action FROM platform.audit WHERE subject_id = $1 ORDER BY at, id`,
      [accountId],
    );
    return rows.map(({ action }) => action);
  };
  return {
    codeOf,
    nextStep,
    wrongCode,
    researcher,
    begin,
    confirm,
    security,
    withTotp,
    challengeFor,
    prove,
    creationOptions,
    addPasskey,
    withPasskey,
    requestOptions,
    audited,
  };
};
