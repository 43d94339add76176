import { minutes } from '../../../../server/platform/concurrency/clock';
import type { OidcClaims, ProviderBrowser } from '../../../support/sign-in/oidc-provider';
import { adasClaims, freshSubject, microsoftTenant } from './oidc-people';
import { bearer, countRows, accountRequestsOf } from '../../accounts/account-requests';
import { failedSignInsOf } from '../failed-sign-ins-of';
import { setUpOidcIssuers } from './use-oidc';

const at = setUpOidcIssuers();
afterEach(() => at.issuers.google.signsInAt(undefined));

interface SignedIn {
  user: { _id: string; token: string };
}
interface Begun {
  redirect_url: string;
  flow_key: string;
}
const signIn = { purpose: 'sign-in' };
const anew = { purpose: 'sign-in', fresh: true };
const ago = (ms: number) => new Date(Date.now() - ms);
const unlink = (token: string) =>
  at.running.http().delete('/api/identities/').set(bearer(token)).send({ provider: 'google' });
const provedAt = async (token: string) =>
  Date.parse(
    (
      (await at.running.http().get('/api/security/').set(bearer(token)).expect(200)).body as {
        signed_in_at: string;
      }
    ).signed_in_at,
  );
const refusals = () => failedSignInsOf(at.running.source, null);

/** Makes a person, and a browser in which the person signed in at the provider 20 minutes ago. */
const withOldSession = async () => {
  const claims = adasClaims();
  const browser: ProviderBrowser = { cookies: new Map(), shown: 0 };
  at.issuers.google.signsInAt(ago(minutes(20)));
  const { user } = (await at.oidc.through(
    200,
    'google',
    claims,
    signIn,
    undefined,
    browser,
  )) as SignedIn;
  at.issuers.google.signsInAt(undefined);
  return { claims, browser, user };
};
/**
 * Requests a fresh sign-in. Before the browser opens the provider's URL, removes the parameters
 * that demand the fresh sign-in. A person could do this to avoid signing in at the provider again.
 */
const strippedOf = async (claims: OidcClaims, browser: ProviderBrowser, ...more: string[]) => {
  const { redirect_url, flow_key } = (await at.oidc.start('google', anew).expect(200))
    .body as Begun;
  const url = new URL(redirect_url);
  for (const name of ['prompt', 'max_age', ...more]) url.searchParams.delete(name);
  return at.oidc.finish('google', {
    flow_key,
    query: await at.issuers.google.visit(url.href, claims, browser),
  });
};

describe('An open session at the provider', () => {
  it('signs in without asking the person, but does not count as a recent sign-in', async () => {
    const { claims, browser, user } = await withOldSession();
    expect(browser.shown).toBe(1);
    expect((await unlink(user.token).expect(403)).body).toMatchObject({
      code: 'recent_sign_in_required',
    });
    const again = (await at.oidc.through(
      200,
      'google',
      claims,
      signIn,
      undefined,
      browser,
    )) as SignedIn;
    expect(browser.shown).toBe(1);
    expect((await unlink(again.user.token).expect(403)).body).toMatchObject({
      code: 'recent_sign_in_required',
    });
    expect(
      (await at.oidc.start('microsoft', { purpose: 'link' }, again.user.token).expect(403)).body,
    ).toMatchObject({ code: 'recent_sign_in_required' });
    expect(await provedAt(again.user.token)).toBeLessThan(Date.now() - minutes(19));
  });

  it('[7.5.1] is not enough when a fresh sign-in is required: the provider asks, and then identities can be changed', async () => {
    const { claims, browser } = await withOldSession();
    const { user } = (await at.oidc.through(
      200,
      'google',
      claims,
      anew,
      undefined,
      browser,
    )) as SignedIn;
    expect(browser.shown).toBe(2);
    expect(await provedAt(user.token)).toBeGreaterThan(Date.now() - minutes(1));
    const linked = await at.oidc.through(
      200,
      'microsoft',
      { sub: freshSubject(), tid: microsoftTenant },
      { purpose: 'link' },
      user.token,
    );
    expect(linked).toMatchObject({ outcome: 'linked' });
    await unlink(user.token).expect(200);
  });

  it('is refused as not fresh when the browser removed the requirement from the URL', async () => {
    const { claims, browser, user } = await withOldSession();
    const before = await refusals();
    const answer = await strippedOf(claims, browser);
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'sign_in_not_fresh' }]);
    expect(browser.shown).toBe(1);
    expect(await refusals()).toBe(before + 1);
    expect(
      await countRows(at.running.source, 'identity.token WHERE account_id = $1', [user._id]),
    ).toBe(1);
  });

  it('cannot link an identity when a fresh sign-in was required', async () => {
    const { claims, browser } = await withOldSession();
    const member = await accountRequestsOf(at.running).member();
    const { redirect_url, flow_key } = (
      await at.oidc.start('google', { purpose: 'link', fresh: true }, member.token).expect(200)
    ).body as Begun;
    const url = new URL(redirect_url);
    url.searchParams.delete('prompt');
    url.searchParams.delete('max_age');
    const query = await at.issuers.google.visit(url.href, claims, browser);
    expect(
      (await at.oidc.finish('google', { flow_key, query }, member.token).expect(403)).body,
    ).toMatchObject({ code: 'sign_in_not_fresh' });
  });
});

describe('A fresh sign-in at a provider', () => {
  it('requests prompt=login and max_age=0; a usual sign-in at Microsoft lets the person choose an account', async () => {
    const queryOf = async (provider: string, body: object) =>
      Object.fromEntries(
        new URL(((await at.oidc.start(provider, body).expect(200)).body as Begun).redirect_url)
          .searchParams,
      );
    for (const provider of ['google', 'microsoft', 'orcid'])
      expect(await queryOf(provider, anew)).toMatchObject({
        prompt: 'login',
        max_age: '0',
        claims: '{"id_token":{"auth_time":{"essential":true}}}',
      });
    const usual = await queryOf('microsoft', signIn);
    expect(usual).toMatchObject({
      prompt: 'select_account',
      claims: '{"id_token":{"auth_time":{"essential":true}}}',
    });
    expect(usual).not.toHaveProperty('max_age');
    for (const provider of ['google', 'orcid'])
      expect(await queryOf(provider, signIn)).not.toHaveProperty('prompt');
  });

  it('is accepted when the clock of the provider is twenty seconds behind, and refused when it is a minute behind', async () => {
    const claims = adasClaims();
    const browser: ProviderBrowser = { cookies: new Map(), shown: 0 };
    at.issuers.google.signsInAt(ago(20_000));
    await at.oidc.through(200, 'google', claims, anew, undefined, browser);
    at.issuers.google.signsInAt(ago(60_000));
    expect(await at.oidc.through(403, 'google', claims, anew, undefined, browser)).toMatchObject({
      code: 'sign_in_not_fresh',
    });
  });

  it('is accepted from a provider that reports no sign-in time, because nothing can be checked', async () => {
    const { claims, browser } = await withOldSession();
    const answer = await strippedOf(claims, browser, 'claims');
    expect([answer.status, answer.body]).toMatchObject([200, { outcome: 'signed_in' }]);
  });
});

describe('An ID token sent by a client', () => {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  const enter = async (more: object) => {
    const token = await at.issuers.google.sign({ ...adasClaims(), ...more });
    return ((await at.oidc.withToken('google', token).expect(200)).body as { token: string }).token;
  };

  it('proves the time in its auth_time, else its time of issue, and never a time in the future', async () => {
    const old = ago(minutes(20));
    const [proved, issued, ahead] = [
      await enter({ auth_time: seconds(old) }),
      await enter({ iat: seconds(ago(minutes(5))) }),
      await enter({ auth_time: seconds(new Date(Date.now() + minutes(60))) }),
    ];
    expect(await provedAt(proved)).toBe(seconds(old) * 1000);
    expect((await unlink(proved).expect(403)).body).toMatchObject({
      code: 'recent_sign_in_required',
    });
    expect(Math.abs((await provedAt(issued)) - ago(minutes(5)).getTime())).toBeLessThan(minutes(1));
    expect((await unlink(issued).expect(409)).body).toMatchObject({ code: 'last_way_in' });
    expect(await provedAt(ahead)).toBeLessThanOrEqual(Date.now());
  });

  it.each(['soon', -1, true, 1e20, {}])(
    'is refused with %j as its auth_time',
    async (auth_time) => {
      await at.oidc
        .withToken('google', await at.issuers.google.sign({ ...adasClaims(), auth_time }))
        .expect(401);
    },
  );
});
