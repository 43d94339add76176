import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { createInvitationFor } from '../../../server/researchers/invitations/create-invitation.command';
import { startApp, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import {
  basicAuthHeader,
  bearer,
  freshEmail,
  accountRequestsOf,
} from '../accounts/account-requests';
import {
  freshOrcid,
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from '../authentication/oidc/oidc-people';
import { samlRequestsOf, type SamlRequests } from '../authentication/saml/saml-people';
import { startTimeoutMs } from '../../support/app/starting-takes';

/**
 * One `describe` for each row of the table in docs/specification.md, 7; every answer is also
 * checked against the served OpenAPI document.
 */
let run: RunningApp;
let issuers: OidcIssuers;
let people: ReturnType<typeof accountRequestsOf>;
let oidc: ReturnType<typeof oidcRequestsOf>;
let saml: SamlRequests;
beforeAll(async () => {
  issuers = await startOidcIssuers();
  run = await startAppWithOidcIssuers(issuers);
  people = accountRequestsOf(run);
  oidc = oidcRequestsOf(run, issuers);
  saml = await samlRequestsOf(run);
});
afterAll(async () => {
  await run.close();
  await issuers.close();
});

const profile = '/api/users/profile/';
const claims = (more: object = {}) => ({
  sub: randomUUID(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  ...more,
});
const invitation = () =>
  run.app
    .get(UnitOfWork)
    .run((tx) =>
      createInvitationFor(tx, run.app.get(Secrets), {
        createdBy: null,
        maxUses: 1,
        expiresAt: null,
      }),
    )
    .then((i) => (i as { code: string }).code);

describe('GET /api/users/profile/', () => {
  it('with token_issuer=google and a Bearer token signs in a participant, or with an invitation a researcher', async () => {
    const who = claims();
    const first = (await oidc.withToken('google', await issuers.google.idToken(who)).expect(200))
      .body as { _id: string; token: string };
    expect(first).toMatchObject({
      email: who.email,
      is_researcher: false,
      status: 'ACTIVE',
      identities: [{ provider: 'google' }],
      token: expect.any(String),
    });
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(who)).expect(200)).body,
    ).toMatchObject({ _id: first._id });
    const code = await invitation();
    const researcher = await oidc
      .withToken(
        'google',
        await issuers.google.idToken(claims()),
        `&is_researcher=true&invitation_code=${code}`,
      )
      .expect(200);
    expect(researcher.body).toMatchObject({ is_researcher: true, researcher_privilege: null });
    expect(
      (
        await oidc
          .withToken(
            'google',
            await issuers.google.idToken(claims()),
            `&is_researcher=true&invitation_code=${code}`,
          )
          .expect(400)
      ).body,
    ).toMatchObject({ code: 'invalid_invitation' });
  });

  it('with token_issuer=ssoready and the token of redeem signs in', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    const body = await bodyOf(saml.profile(token).expect(200));
    expect(body).toMatchObject({
      email: `somebody@${uni.domain}`,
      identities: [{ provider: 'ssoready' }],
      token: expect.any(String),
    });
    expect((await saml.profile(token).expect(401)).body).toMatchObject({
      code: 'invalid_identity_token',
    });
  });

  it('answers 401 without or with a bad token, for a wrong password, an unknown address, an invalid issuer token', async () => {
    const { email } = await people.member();
    const code = async (headers: Record<string, string>, query = '') =>
      (
        (await run.http().get(`${profile}${query}`).set(headers).expect(401)).body as {
          code: string;
        }
      ).code;
    expect(await code({})).toBe('unauthenticated');
    expect(await code(bearer('x'.repeat(43)))).toBe('unauthenticated');
    expect(await code(basicAuthHeader(email, 'Wrong-Pass-1'))).toBe('invalid_credentials');
    expect(await code(basicAuthHeader(freshEmail()))).toBe('invalid_credentials');
    expect(await code({ authorization: 'Basic nonsense' })).toBe('invalid_credentials');
    expect(await code(bearer('a.b.c'), '?token_issuer=google')).toBe('invalid_identity_token');
    expect(
      await code(
        bearer(await issuers.google.sign({ ...claims(), aud: 'somebody-else' })),
        '?token_issuer=google',
      ),
    ).toBe('invalid_identity_token');
    expect(await code({}, '?token_issuer=ssoready')).toBe('invalid_identity_token');
  });

  it('answers 400 for an unknown issuer, 409 for a used address, 403 without an address or for a disabled account', async () => {
    expect(
      (await run.http().get(`${profile}?token_issuer=yahoo`).set(bearer('a.b.c')).expect(400)).body,
    ).toMatchObject({ code: 'unsupported_issuer' });
    const { email, _id } = await people.member();
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(claims({ email }))).expect(409))
        .body,
    ).toMatchObject({ code: 'identity_proof_needed' });
    expect(
      (
        await oidc
          .withToken('orcid', await issuers.orcid.idToken({ sub: freshOrcid() }))
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'identity_unknown' });
    await run
      .http()
      .put(`/api/users/${_id}/`)
      .set(saml.administrator.headers)
      .send({ disabled: true, reason: 'x' })
      .expect(200);
    expect(
      (await run.http().get(profile).set(basicAuthHeader(email)).expect(403)).body,
    ).toMatchObject({
      code: 'account_disabled',
    });
  });

  it(
    'answers 503 when the issuer cannot be reached, and 429 with Retry-After after too many failures',
    async () => {
      const limited = await startApp({
        environment: {
          RATE_LIMITS: 'on',
          GOOGLE_CLIENT_ID: 'a',
          GOOGLE_CLIENT_SECRET: 'b',
          GOOGLE_ISSUER_URL: 'http://127.0.0.1:9',
        },
      });
      try {
        expect(
          (
            await limited
              .http()
              .get(`${profile}?token_issuer=google`)
              .set(bearer(await issuers.google.sign(claims())))
              .expect(503)
          ).body,
        ).toMatchObject({ code: 'issuer_unavailable' });
        for (let i = 0; i < 5; i++)
          await limited.http().get(profile).set(basicAuthHeader('ada@uni.test')).expect(401);
        const answer = await limited
          .http()
          .get(profile)
          .set(basicAuthHeader('ada@uni.test'))
          .expect(429);
        expect(answer.body).toMatchObject({
          code: 'too_many_requests',
          description: expect.stringMatching(/\w/),
        });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      } finally {
        await limited.close();
      }
    },
    startTimeoutMs,
  );
});
