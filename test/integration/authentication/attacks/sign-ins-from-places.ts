import { authenticationRateLimits } from '../../../../server/authentication/authentication.rate-limits';
import { RateLimit } from '../../../../server/platform/security/rate-limit';
import type { RunningApp } from '../../../support/app/app';
import { basicAuthHeader, password, accountRequestsOf } from '../../accounts/account-requests';

/**
 * Settings of an application that reads the client's address from the header `X-Forwarded-For`, so
 * that a test can choose it.
 */
export const trustedProxyEnvironment = { RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' };

export interface NetworkAndBrowser {
  ip: string;
  cookie?: string;
}

/** Returns the cookie that a response sets, as a browser sends it back. */
export const cookieOf = (answer: { headers: Record<string, unknown> }): string => {
  const [set = ''] = (answer.headers['set-cookie'] as string[] | undefined) ?? [];
  return set.split(';')[0] ?? '';
};

/** Sends sign-in requests with chosen client addresses and cookies. */
export const signInRequestsByNetwork = (running: RunningApp) => {
  const people = accountRequestsOf(running);
  const limit = () => running.app.get(RateLimit, { strict: false });
  const headersOf = ({ ip, cookie }: NetworkAndBrowser) => ({
    'x-forwarded-for': ip,
    ...(cookie !== undefined && { cookie }),
  });
  const signIn = (email: string, place: NetworkAndBrowser, secret = password) =>
    running
      .http()
      .get('/api/users/profile/')
      .set({ ...basicAuthHeader(email, secret), ...headersOf(place) });
  const wrong = (email: string, place: NetworkAndBrowser) => signIn(email, place, 'Wrong-Pass-1');
  const fail = async (times: number, email: string, place: NetworkAndBrowser) => {
    for (let i = 0; i < times; i++) await wrong(email, place).expect(401);
  };
  /**
   * Causes failed sign-ins from one network, in unknown browsers. Only the last one is a real
   * request. The others are added to the server's counters, because hashing passwords takes long.
   */
  const failFromNetwork = async (times: number, email: string, { ip }: { ip: string }) => {
    for (let i = 1; i < times; i++) {
      await limit().consume(authenticationRateLimits.signInFromNetwork, ip);
      await limit().consume(authenticationRateLimits.signInToAccount, `${email} ${ip}`);
    }
    await fail(1, email, { ip });
  };
  /**
   * Causes failed sign-ins from many networks. Only the last one is a real request. The others are
   * added to the counter, because hashing passwords takes long.
   */
  const failFromEverywhere = async (times: number, email: string) => {
    for (let i = 1; i < times; i++)
      await limit().consume(authenticationRateLimits.signInFromElsewhere, email);
    await wrong(email, { ip: '203.0.113.250' }).expect(401);
  };
  /** Makes an account and signs its owner in from `ip`. @returns the account, token and cookie */
  const owner = async (ip: string) => {
    const member = await people.register();
    await people.activate(await people.keyOf(member._id)).expect(200);
    const answer = await signIn(member.email, { ip }).expect(200);
    const { token } = answer.body as { token: string };
    return { ...member, token, cookie: cookieOf(answer) };
  };
  /** Requests a reset code and sets a new password with it, both from `place`. */
  const reset = async (
    member: { _id: string; email: string },
    place: NetworkAndBrowser,
    next: string,
  ) => {
    await running
      .http()
      .post('/api/users/password/')
      .set(headersOf(place))
      .send({ email: member.email })
      .expect(202);
    return tryCode(member.email, await people.codeOf(member._id), place, next);
  };
  const tryCode = (
    email: string,
    code: string,
    place: NetworkAndBrowser,
    next = 'Another-Horse-2',
  ) =>
    running
      .http()
      .put('/api/users/password/')
      .set(headersOf(place))
      .send({ email, code, password: next, password_confirmation: next });
  return {
    people,
    limit,
    headersOf,
    signIn,
    wrong,
    fail,
    failFromNetwork,
    failFromEverywhere,
    owner,
    reset,
    tryCode,
  };
};
