/** @lane quick */
import { minutes } from '../../../../server/platform/concurrency/clock';
import { adasClaims } from './oidc-people';
import { sortedStatuses } from '../../accounts/account-requests';
import { bodyOf } from '../../../support/app/body-of';
import { setUpOidcIssuers } from './use-oidc';

const at = setUpOidcIssuers();

describe('An OpenID Connect flow', () => {
  it('sends the browser to the provider with PKCE, state and nonce, and stores none of them in plain form', async () => {
    const body = await bodyOf(at.oidc.start('google').expect(200));
    const { redirect_url, flow_key } = body as { redirect_url: string; flow_key: string };
    const query = new URL(redirect_url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${at.running.config.publicWebUrl}/signin/callback`,
    });
    // The server sends the prompt `select_account` only to Microsoft. The provider of this test
    // would refuse this prompt.
    expect(query.has('prompt')).toBe(false);
    const [row] = await at.running.source.query<Record<string, unknown>[]>(
      `SELECT f::text AS whole FROM identity.oidc_flow f ORDER BY created_at DESC LIMIT 1`,
    );
    for (const secret of [query.get('state'), query.get('nonce'), flow_key]) {
      expect(String(secret)).toMatch(/^[\w-]{43}$/);
      expect(String(row?.whole)).not.toContain(String(secret));
      expect(String(row?.whole)).not.toContain(
        Buffer.from(String(secret), 'base64url').toString('hex'),
      );
    }
  });

  const refused = async (provider: string, returned: object, code: string) =>
    expect((await at.oidc.finish(provider, returned).expect(400)).body).toMatchObject({ code });

  it('[7.6.2] can be finished only by the browser that began it', async () => {
    const [mine, theirs] = [
      await at.oidc.begin('google', adasClaims()),
      await at.oidc.begin('google', adasClaims()),
    ];
    await refused('google', { flow_key: theirs.flow_key, query: mine.query }, 'invalid_flow');
    await refused('google', { flow_key: 'made-up', query: mine.query }, 'invalid_flow');
    // The first refused attempt used up the flow `theirs`, whose key it sent. `mine` is still
    // valid.
    await refused('google', theirs, 'invalid_flow');
    await at.oidc.finish('google', mine).expect(200);
  });

  it('[2.3.1] can be finished once', async () => {
    const begun = await at.oidc.begin('google', adasClaims());
    const answers = await Promise.all([
      at.oidc.finish('google', begun),
      at.oidc.finish('google', begun),
      at.oidc.finish('google', begun),
    ]);
    expect(sortedStatuses(answers)).toEqual([200, 400, 400]);
  });

  it('refuses a code that was used before', async () => {
    const first = await at.oidc.begin('google', adasClaims());
    const code = new URLSearchParams(first.query).get('code') ?? '';
    await at.oidc.finish('google', first).expect(200);
    const second = await at.oidc.begin('google', adasClaims());
    const query = new URLSearchParams(second.query);
    query.set('code', code);
    await refused(
      'google',
      { flow_key: second.flow_key, query: query.toString() },
      'issuer_refused',
    );
  });

  it.each([
    [
      'the state is another one',
      (q: URLSearchParams) => q.set('state', 'x'.repeat(43)),
      'invalid_flow',
    ],
    ['the state is missing', (q: URLSearchParams) => q.delete('state'), 'invalid_flow'],
    [
      'the state stands there twice',
      (q: URLSearchParams) => q.append('state', q.get('state') ?? ''),
      'invalid_flow',
    ],
    [
      'another issuer answers',
      (q: URLSearchParams) => q.set('iss', 'https://evil.test'),
      'issuer_refused',
    ],
    [
      'the issuer is missing that it promised',
      (q: URLSearchParams) => q.delete('iss'),
      'issuer_refused',
    ],
    ['the code is made up', (q: URLSearchParams) => q.set('code', 'made-up'), 'issuer_refused'],
    [
      'the person said no',
      (q: URLSearchParams) => {
        q.delete('code');
        q.set('error', 'access_denied');
      },
      'issuer_refused',
    ],
  ])('is refused when %s', async (_, spoil, code) => {
    const { flow_key, query } = await at.oidc.begin('google', adasClaims());
    const spoilt = new URLSearchParams(query);
    spoil(spoilt);
    await refused('google', { flow_key, query: spoilt.toString() }, code);
  });

  it('refuses an ID token that was made for a different flow, by its nonce', async () => {
    const [one, two] = [
      (await at.oidc.start('google').expect(200)).body,
      (await at.oidc.start('google').expect(200)).body,
    ] as { redirect_url: string; flow_key: string }[];
    const asked = new URL(one?.redirect_url ?? '');
    asked.searchParams.set(
      'nonce',
      new URL(two?.redirect_url ?? '').searchParams.get('nonce') ?? '',
    );
    await refused(
      'google',
      { flow_key: one?.flow_key, query: await at.issuers.google.visit(asked.href, adasClaims()) },
      'issuer_refused',
    );
  });

  it('refuses a code that was requested with a different PKCE challenge', async () => {
    const { redirect_url, flow_key } = (await at.oidc.start('google').expect(200)).body as {
      redirect_url: string;
      flow_key: string;
    };
    const asked = new URL(redirect_url);
    asked.searchParams.set('code_challenge', 'A'.repeat(43));
    await refused(
      'google',
      { flow_key, query: await at.issuers.google.visit(asked.href, adasClaims()) },
      'issuer_refused',
    );
  });

  it('expires after ten minutes, and works only for the provider for which it began', async () => {
    const begun = await at.oidc.begin('google', adasClaims());
    await refused('microsoft', begun, 'invalid_flow');
    const slow = await at.oidc.begin('google', adasClaims());
    at.running.clock.advance(minutes(10.1));
    await refused('google', slow, 'invalid_flow');
    at.running.clock.advance(-minutes(10.1));
  });

  it('with an unknown provider is answered with 404', async () => {
    await at.oidc.start('github').expect(404);
  });
});
