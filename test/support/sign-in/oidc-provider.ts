import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { loadOidcProvider } from './oidc-provider-module';
import { followRedirects } from './providers/follow-redirects';
import { inMemoryStorage } from './providers/oidc-storage';
import { forwardedHeaders } from './providers/reroute-fetch';

export interface OidcClaims {
  sub: string;
  [claim: string]: unknown;
}
export interface ProviderOptions {
  /**
   * The issuer in the provider's metadata; by default the address of this server. If a test sets a
   * public address, it also calls `rerouteFetch`, which sends the requests for that address to this
   * server.
   */
  issuer?: string;
  /** Metadata at `path` whose `issuer` contains `{tenantid}`, like the metadata of Microsoft. */
  template?: { path: string; issuer: string };
  clientId?: string;
  redirectUri?: string;
}
/**
 * A browser whose session at the provider stays open, so that it can sign in repeatedly. `shown`
 * counts how often the provider asked it to sign in.
 */
export interface ProviderBrowser {
  cookies: Map<string, string>;
  shown: number;
}

const allClaims = [
  'sub',
  'email',
  'email_verified',
  'given_name',
  'family_name',
  'name',
  'preferred_username',
  'tid',
  'xms_edov',
];

/**
 * Starts a real OpenID provider (oidc-provider) in this process, on a free loopback port. It signs
 * in the person that the test sets, with the test's claims. It can be stopped and restarted, and
 * can leave requests unanswered.
 */
export async function startOidcProvider({
  issuer: given,
  template,
  clientId = 'commonlab-test',
  redirectUri = 'http://web.test:5173/signin/callback',
}: ProviderOptions = {}) {
  const clientSecret = 'secret-of-the-client-secret-of-the-client';
  const { interactionPolicy, Provider } = await loadOidcProvider();
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const people = new Map<string, OidcClaims>();
  let next: OidcClaims = { sub: 'nobody' };
  let signedInAt: number | undefined;
  let browser: ProviderBrowser | undefined;
  let mode: 'up' | 'hanging' | 'broken' = 'up';
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const issuer = given ?? url;
  const mount = new URL(issuer).pathname.replace(/\/$/, '');

  const policy = interactionPolicy.base();
  // By default, oidc-provider refuses `prompt=select_account`. Microsoft's provider, which the
  // template imitates, accepts it.
  if (template)
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    adapter: inMemoryStorage(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'RS256', use: 'sig' }],
    },
    claims: { openid: allClaims },
    scopes: ['openid', 'email', 'profile'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { policy, url: (_, interaction) => `${mount}/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => Promise.resolve(people.get(id) ?? { sub: id }),
    }),
  });
  provider.proxy = given !== undefined;
  const callback = provider.callback();

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    // A person with a session at the provider logs in again only if the request demands it.
    const login =
      session?.accountId === next.sub && prompt.name !== 'login'
        ? {}
        : { login: { accountId: next.sub, ts: signedInAt } };
    if (browser && 'login' in login) browser.shown += 1;
    const grant = new provider.Grant({ accountId: next.sub, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    people.set(next.sub, next);
    await provider.interactionFinished(
      request,
      response,
      {
        ...login,
        ...(template && { select_account: {} }),
        consent: { grantId: await grant.save() },
      },
      { mergeWithLastSubmission: false },
    );
  };
  const discoveryFor = async (templated: string) => {
    const answer = await fetch(`${url}${mount}/.well-known/openid-configuration`, {
      headers: forwardedHeaders(issuer),
    });
    const { authorization_response_iss_parameter_supported: _, ...metadata } =
      (await answer.json()) as Record<string, unknown>;
    return JSON.stringify({ ...metadata, issuer: templated });
  };
  handle = (request, response) => {
    const path = request.url ?? '/';
    if (mode === 'hanging') return;
    if (mode === 'broken') return void response.writeHead(502).end('bad gateway');
    if (template && path === `${template.path}/.well-known/openid-configuration`)
      return void discoveryFor(template.issuer).then((body) =>
        response.setHeader('content-type', 'application/json').end(body),
      );
    // Removes the issuer's path from `request.url`. oidc-provider reads the complete path from
    // `originalUrl`.
    (request as IncomingMessage & { originalUrl?: string }).originalUrl = path;
    request.url = path.slice(mount.length) || '/';
    if (request.url.startsWith('/interaction/'))
      return void interact(request, response).catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      );
    return void callback(request, response);
  };

  /** Follows the redirect of `POST /api/oidc/…`. @returns the query string of the callback */
  const visit = async (
    redirectUrl: string,
    claims: OidcClaims,
    comesAgain?: ProviderBrowser,
  ): Promise<string> => {
    next = claims;
    browser = comesAgain;
    const back = await followRedirects(redirectUrl, redirectUri, comesAgain?.cookies);
    if (template) back.searchParams.delete('iss'); // Microsoft sends none
    return back.search.slice(1);
  };

  /** Signs a person with these claims in, and returns the ID token that the provider issues. */
  const idToken = async (claims: OidcClaims): Promise<string> => {
    const verifier = randomBytes(32).toString('base64url');
    const ask = new URL(`${issuer}/auth`);
    ask.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      nonce: randomBytes(16).toString('hex'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString();
    const code = new URLSearchParams(await visit(ask.href, claims)).get('code') ?? '';
    const answer = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    return ((await answer.json()) as { id_token: string }).id_token;
  };

  /**
   * Signs a token with the provider's key and any claims, so that a test can send claims that the
   * server must refuse.
   */
  const sign = (claims: JWTPayload, now = Date.now()) => {
    const seconds = Math.floor(now / 1000);
    return new SignJWT({ iss: issuer, aud: clientId, iat: seconds, exp: seconds + 600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'test-key' })
      .sign(privateKey);
  };

  return {
    issuer,
    url,
    clientId,
    clientSecret,
    publicKey,
    visit,
    idToken,
    sign,
    is: (now: typeof mode) => {
      mode = now;
    },
    /** Sets when the person authenticated; if undefined, the person does so at the sign-in. */
    signsInAt: (at: Date | undefined) => {
      signedInAt = at && Math.floor(at.getTime() / 1000);
    },
    /** Sets the person whom the provider signs in. */
    signsIn: (claims: OidcClaims) => {
      next = claims;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}
export type TestProvider = Awaited<ReturnType<typeof startOidcProvider>>;
