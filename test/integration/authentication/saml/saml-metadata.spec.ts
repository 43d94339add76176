import english from '../../../../locales/en/server-authentication.json';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { signingKey } from '../../../support/sign-in/certificate';
import {
  connectionRequestsOf,
  newIdp,
  idpSigningKey,
  connectionsPath,
  type SsoConnectionResponse,
} from './connections';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
let connections: ReturnType<typeof connectionRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  connections = connectionRequestsOf(running, saml);
});
afterAll(() => running.close());

const faults: Record<string, string> = english.metadata_fault;

describe('Identity provider metadata', () => {
  const xml = () => newIdp().metadata();
  it.each<[string, string, () => string]>([
    ['that is no XML', 'not_xml', () => 'nonsense'],
    ['with a document type', 'document_type', () => `<!DOCTYPE x [<!ENTITY a "b">]>${xml()}`],
    ['of a service provider', 'no_identity_provider', () => saml.metadata],
    [
      'of many',
      'several_entities',
      () =>
        `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">` +
        `${xml().replace(/<\?xml.*?\?>/, '')}</md:EntitiesDescriptor>`,
    ],
    ['with a NUL in its name', 'not_xml', () => xml().replace('entityID="', 'entityID="&#x0;')],
    ['of something else', 'not_metadata', () => '<html/>'],
    ['without a name', 'no_entity_id', () => xml().replace(/entityID="[^"]*"/, '')],
    [
      'that has expired',
      'expired',
      () => xml().replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='),
    ],
    [
      'of a provider that wants signed requests',
      'signed_requests_wanted',
      () => xml().replace('WantAuthnRequestsSigned="false"', 'WantAuthnRequestsSigned="true"'),
    ],
    [
      'without a way by redirect',
      'no_redirect_binding',
      () => xml().replace(/HTTP-Redirect/g, 'HTTP-Artifact'),
    ],
    [
      'with an address without encryption',
      'insecure_address',
      () => newIdp({ ssoUrl: 'http://idp.example/sso' }).metadata(),
    ],
    [
      'with an address of a script',
      'insecure_address',
      () => newIdp({ ssoUrl: 'javascript:alert(1)' }).metadata(),
    ],
    [
      'with a password in its address',
      'insecure_address',
      () => newIdp({ ssoUrl: 'https://a:b@idp.example/sso' }).metadata(),
    ],
    [
      'without a certificate',
      'no_signing_certificate',
      () => xml().replace(/use="signing"/g, 'use="encryption"'),
    ],
    [
      'with a certificate that nobody can read',
      'unreadable_certificate',
      () => newIdp().metadata(['AAAA']),
    ],
    [
      'with a certificate that has ended',
      'certificate_expired',
      () => newIdp().metadata([signingKey({ until: new Date(Date.now() - 1_000) }).certificate]),
    ],
    [
      'with a key that is too short',
      'weak_key',
      () => newIdp().metadata([signingKey({ bits: 1024 }).certificate]),
    ],
  ])('%s is refused', async (_, reason, metadata_xml) => {
    const body = await bodyOf(
      running
        .http()
        .post(connectionsPath)
        .set(saml.administrator.headers)
        .send({ organization: 'x', domains: ['meta.example'], metadata_xml: metadata_xml() })
        .expect(400),
    );
    expect(body).toMatchObject({
      code: 'invalid_metadata',
      description: expect.stringContaining(faults[reason] ?? `no sentence for ${reason}`) as string,
    });
  });

  it('of a provider that is already connected is refused: no two connections may have the same issuer', async () => {
    const uni = newIdp();
    await saml.add(uni, ['issuer-a.example']).expect(201);
    expect((await saml.add(uni, ['issuer-b.example']).expect(409)).body).toMatchObject({
      code: 'identity_provider_taken',
    });
    const body = await bodyOf(saml.add(newIdp(), ['issuer-c.example']).expect(201));
    await connections
      .change((body as SsoConnectionResponse)._id, { metadata_xml: uni.metadata() })
      .expect(409);
  });

  it('may contain several certificates, without the expired ones, and an address on this machine for a trial', async () => {
    const [next, old] = [
      signingKey({ name: 'next' }),
      signingKey({ name: 'old', until: new Date(Date.now() - 1_000) }),
    ];
    const local = newIdp({ ssoUrl: 'http://127.0.0.1:9999/sso' });
    const body = await bodyOf(
      running
        .http()
        .post(connectionsPath)
        .set(saml.administrator.headers)
        .send({
          organization: 'x',
          domains: ['several.example'],
          metadata_xml: local.metadata([
            old.certificate,
            idpSigningKey.certificate,
            next.certificate,
          ]),
        })
        .expect(201),
    );
    expect((body as SsoConnectionResponse).certificates.map((c) => c.subject)).toEqual([
      'CN=idp.test',
      'CN=next',
    ]);
  });

  it('that is too long is refused', async () => {
    await running
      .http()
      .post(connectionsPath)
      .set(saml.administrator.headers)
      .send({ organization: 'x', domains: ['long.example'], metadata_xml: 'x'.repeat(90_001) })
      .expect(400);
  });
});
