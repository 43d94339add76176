import { minutes } from '../../../../server/platform/concurrency/clock';
import { makeAdministrator } from '../../../support/people/people';
import { bearer, countRows, freshEmail, sortedStatuses } from '../../accounts/account-requests';
import {
  adasClaims,
  freshOrcid,
  freshSubject,
  microsoftOrigin,
  microsoftTenant,
} from './oidc-people';
import { setUpOidcIssuers } from './use-oidc';

const at = setUpOidcIssuers();

const atMicrosoft = (more: object = {}) =>
  adasClaims({ tid: microsoftTenant, xms_edov: '1', ...more });

describe('GET /api/users/profile/ with an issuer’s ID token', () => {
  it.each([
    ['google', adasClaims],
    ['microsoft', atMicrosoft],
  ] as const)(
    'signs in with a token of %s, and makes a participant at the first sign-in',
    async (provider, who) => {
      const claims = who();
      const first = await at.oidc
        .withToken(provider, await at.issuers[provider].idToken(claims))
        .expect(200);
      expect(first.body).toMatchObject({
        email: claims.email,
        status: 'ACTIVE',
        is_researcher: false,
        token: expect.any(String),
        token_expires_at: expect.any(String),
        identities: [{ provider }],
      });
      const second = await at.oidc
        .withToken(
          provider,
          await at.issuers[provider].idToken(claims),
          '&remember=true&username=x',
        )
        .expect(200);
      expect((second.body as { _id: string })._id).toBe((first.body as { _id: string })._id);
      expect(
        Date.parse((second.body as { token_expires_at: string }).token_expires_at),
      ).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    },
  );

  it('makes a researcher with a valid invitation, and no account with an invalid one', async () => {
    const administrator = await makeAdministrator(at.running.source);
    const { code } = (
      await at.running
        .http()
        .post('/api/invitations/')
        .set(administrator.headers)
        .send({ max_uses: 1 })
        .expect(201)
    ).body as { code: string };
    const claims = adasClaims();
    for (const bad of ['', '&invitation_code=AAAA-BBBB-CCCC']) {
      expect(
        (
          await at.oidc
            .withToken(
              'google',
              await at.issuers.google.idToken(claims),
              `&is_researcher=true${bad}`,
            )
            .expect(400)
        ).body,
      ).toMatchObject({ code: 'invalid_invitation' });
    }
    expect(
      await countRows(at.running.source, 'identity.account WHERE email = $1', [claims.email]),
    ).toBe(0);
    const token = await at.issuers.google.idToken(claims);
    expect(
      (
        await at.oidc
          .withToken('google', token, `&is_researcher=true&invitation_code=${code}`)
          .expect(200)
      ).body,
    ).toMatchObject({ is_researcher: true });
  });

  it('accepts the same token again within two minutes, for a client that lost the response, and not later', async () => {
    const token = await at.issuers.google.idToken(adasClaims());
    const [first, ...again] = await Promise.all(
      [1, 2, 3].map(() => at.oidc.withToken('google', token).expect(200)),
    );
    expect(again.map(({ body }) => (body as { _id: string })._id)).toEqual(
      [1, 2].map(() => (first?.body as { _id: string } | undefined)?._id),
    );
    at.running.clock.advance(minutes(2) + 1_000);
    await at.oidc.withToken('google', token).expect(401);
    // Changes unused bits in the last character: the token has another text, but the same
    // signature.
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    await at.oidc
      .withToken('google', token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1])
      .expect(401);
    at.running.clock.advance(-minutes(2) - 1_000);
  });

  it('creates one account when several first sign-ins happen at the same time', async () => {
    const claims = adasClaims();
    const tokens = [
      await at.issuers.google.idToken(claims),
      await at.issuers.google.idToken(claims),
      await at.issuers.google.idToken(claims),
    ];
    expect(
      sortedStatuses(await Promise.all(tokens.map((token) => at.oidc.withToken('google', token)))),
    ).toEqual([200, 200, 200]);
    expect(
      await countRows(at.running.source, 'identity.account WHERE email = $1', [claims.email]),
    ).toBe(1);
  });

  it('never signs in to an existing account with the same address; its owner can link the token first', async () => {
    const member = await at.people.member();
    for (const [provider, claims] of [
      ['google', adasClaims({ email: member.email })],
      [
        'microsoft',
        atMicrosoft({ email: member.email, xms_edov: undefined, email_verified: true }),
      ],
    ] as const) {
      const token = await at.issuers[provider].idToken(claims);
      expect((await at.oidc.withToken(provider, token).expect(409)).body).toMatchObject({
        code: 'identity_proof_needed',
      });
      await at.running
        .http()
        .put('/api/identities/')
        .set(bearer(member.token))
        .send({ provider, token })
        .expect(200);
      expect(
        (await at.oidc.withToken(provider, await at.issuers[provider].idToken(claims)).expect(200))
          .body,
      ).toMatchObject({ _id: member._id });
    }
  });

  it('accepts Microsoft’s tenant for personal accounts, and refuses a token whose issuer and tenant differ', async () => {
    const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
    const claims = { sub: freshSubject(), email: freshEmail(), tid: personal };
    const token = await at.issuers.microsoft.sign({
      ...claims,
      iss: `${microsoftOrigin}/${personal}/v2.0`,
    });
    expect((await at.oidc.withToken('microsoft', token).expect(200)).body).toMatchObject({
      status: 'ACTIVE',
    });
    for (const iss of [
      `${microsoftOrigin}/${microsoftTenant}/v2.0`,
      `${microsoftOrigin}/{tenantid}/v2.0`,
    ])
      await at.oidc
        .withToken(
          'microsoft',
          await at.issuers.microsoft.sign({ ...claims, sub: freshSubject(), iss }),
        )
        .expect(401);
    for (const tid of [undefined, '../common', '{tenantid}', 7])
      await at.oidc
        .withToken(
          'microsoft',
          await at.issuers.microsoft.sign({
            ...claims,
            sub: freshSubject(),
            tid,
            iss: `${microsoftOrigin}/${String(tid)}/v2.0`,
          }),
        )
        .expect(401);
  });

  it('is refused for ORCID while the iD is not linked', async () => {
    expect(
      (
        await at.oidc
          .withToken('orcid', await at.issuers.orcid.idToken(adasClaims({ sub: freshOrcid() })))
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'identity_unknown' });
  });

  it('requires the second factor, and refuses a disabled account', async () => {
    const claims = adasClaims();
    const { _id } = (
      await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await at.running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [_id],
    );
    expect(
      (await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(401)).body,
    ).toMatchObject({ code: 'second_factor_required', challenge: { methods: ['totp'] } });
    await at.running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      _id,
    ]);
    expect(
      (await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(403)).body,
    ).toMatchObject({ code: 'account_disabled' });
  });
});
