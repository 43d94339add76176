import { DataSource } from 'typeorm';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { unique } from '../../support/chance/unique';

export const password = 'Correct-Horse-1';
export const basicAuthHeader = (email: string, secret = password) => ({
  authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`,
});
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const freshEmail = () => `person-${unique()}@uni.test`;

export const registrationBody = (email: string, more: object = {}) => ({
  email,
  password,
  password_confirmation: password,
  first_name: 'Ada',
  last_name: 'Lovelace',
  is_researcher: false,
  ...more,
});

/**
 * Makes HTTP calls about accounts. Computes the keys and codes that the server mails, in the same
 * way as the mail renderer.
 */
export const accountRequestsOf = (running: RunningApp) => {
  const { http, source } = running;
  const secrets = running.app.get(Secrets);

  const register = async (email = freshEmail(), more: object = {}) => {
    const answer = await http().post('/api/users/').send(registrationBody(email, more)).expect(201);
    return answer.body as { _id: string; email: string };
  };
  /** Returns the newest activation key mailed to an account. */
  const keyOf = async (accountId: string) => {
    const [row]: { id: string }[] = await source.query(
      `SELECT id FROM identity.verification WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
      [accountId],
    );
    return secrets.linkKey('verification-key', row?.id ?? '');
  };
  const activate = (key: string) =>
    http().put('/api/users/profile/').send({ action: 'activate', key });
  const signIn = (email: string, secret = password, query = '') =>
    http().get(`/api/users/profile/${query}`).set(basicAuthHeader(email, secret));
  /** Makes an ACTIVE account with a password and a token. */
  const member = async (more: object = {}) => {
    const user = await register(freshEmail(), more);
    await activate(await keyOf(user._id)).expect(200);
    const body = await bodyOf(signIn(user.email).expect(200));
    return { ...user, token: (body as { token: string }).token };
  };
  const codeOf = async (accountId: string) => {
    const [row]: { id: string }[] = await source.query(
      `SELECT id FROM identity.password_reset WHERE account_id = $1`,
      [accountId],
    );
    return secrets.code('reset-code', row?.id ?? '');
  };
  const events = async (name: string, accountId: string) => {
    const rows: { data: Record<string, unknown>; request_id: string | null }[] = await source.query(
      `SELECT data, request_id FROM platform.outbox WHERE name = $1 AND data ->> 'account_id' = $2 ORDER BY id`,
      [name, accountId],
    );
    return rows;
  };
  return { register, keyOf, activate, signIn, member, codeOf, events };
};

export const countRows = async (
  source: DataSource,
  sql: string,
  parameters: unknown[] = [],
): Promise<number> => {
  const [row]: { n: number }[] = await source.query(
    `SELECT count(*)::int AS n FROM ${sql}`,
    parameters,
  );
  return row?.n ?? 0;
};

export const sortedStatuses = (answers: { status: number }[]) =>
  answers.map((a) => a.status).sort();
