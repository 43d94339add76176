import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import type { SamlResponseContent } from '../../../../support/sign-in/providers/saml-response';
import {
  emailAddressNameId,
  SamlIdp,
  unspecifiedNameId,
} from '../../../../support/sign-in/saml-idp';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from '../saml-people';
import { expectedRefusal } from './forging';

let running: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

describe('A SAML response is refused', () => {
  it.each<[string, string, Partial<SamlResponseContent>]>([
    ['that was said to somebody else', 'wrong_audience', { audience: 'https://other.test' }],
    ['that was said to everybody', 'wrong_audience', { audience: null }],
    [
      'that was to be delivered elsewhere',
      'wrong_recipient',
      { recipient: 'https://other.test/acs' },
    ],
    [
      'whose signed part answers another request',
      'wrong_request',
      { confirmedRequest: '_0123456789' },
    ],
    ['whose signed part answers nothing', 'wrong_request', { confirmedRequest: null }],
    ['of another issuer', 'wrong_issuer', { issuer: 'https://idp.other.test' }],
    [
      'in an envelope of another issuer',
      'wrong_issuer',
      { responseIssuer: 'https://idp.other.test' },
    ],
    ['that has expired', 'wrong_time', { until: new Date(Date.now() - 90_000) }],
    [
      'whose confirmation has expired',
      'wrong_time',
      { confirmedUntil: new Date(Date.now() - 90_000) },
    ],
    [
      'from the future',
      'wrong_time',
      {
        issuedAt: new Date(Date.now() + 600_000),
        notBefore: new Date(Date.now() + 600_000),
        until: new Date(Date.now() + 900_000),
      },
    ],
    [
      'that was written long ago and lasts for ever',
      'wrong_time',
      {
        issuedAt: new Date(Date.now() - 3_600_000),
        until: new Date(Date.now() + 1e10),
        confirmedUntil: new Date(Date.now() + 1e10),
      },
    ],
    [
      'with a condition that nobody here understands',
      'unknown_condition',
      { conditions: '<x:OnlyOnSundays xmlns:x="urn:example"/>' },
    ],
    [
      'about a name that passes',
      'no_stable_subject',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    [
      'about an address of elsewhere as a name',
      'no_stable_subject',
      {
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        nameId: 'a@b.test',
      },
    ],
    [
      'about an address of elsewhere as a name, and nothing else',
      'foreign_email',
      { nameIdFormat: emailAddressNameId, nameId: 'a@b.test', attributes: {} },
    ],
    ['about nobody', 'no_stable_subject', { nameId: '' }],
    [
      'about nobody of no kind',
      'no_stable_subject',
      { nameId: '', nameIdFormat: unspecifiedNameId },
    ],
    ['without an address', 'no_email', { attributes: { sn: 'Hopper' } }],
    [
      'about an address of another domain',
      'foreign_email',
      { attributes: { mail: 'rector@elsewhere.test' } },
    ],
  ])('%s', async (_, fault, said) => {
    expect(await saml.refusalOf(uni, (request) => saml.say(uni, request, said))).toEqual(
      expectedRefusal(fault),
    );
  });

  it('when its address is in a subdomain of the organization’s domain or in a similar domain', async () => {
    for (const mail of [
      `x@sub.${uni.domain}`,
      `x@evil-${uni.domain}`,
      `x@${uni.domain}.evil.test`,
      `x@${uni.domain}@evil.test`,
    ]) {
      expect(
        (
          await saml.refusalOf(uni, (request) => saml.say(uni, request, { attributes: { mail } }))
        )[0],
      ).toBe('issuer_refused');
    }
  });

  it('when a stranger signed it with a different key under the organization’s name', async () => {
    const stranger = new SamlIdp(uni.idp.entityId, { ssoUrl: uni.idp.ssoUrl });
    expect(
      await saml.refusalOf(uni, (request) => saml.say({ ...uni, idp: stranger }, request)),
    ).toEqual(expectedRefusal('wrong_signature'));
  });

  it('[6.8.1] when the provider of another organization made it, in its own name or in the name of this one', async () => {
    const other = await saml.connect();
    expect(
      await saml.refusalOf(uni, (request) => saml.say({ ...uni, idp: other.idp }, request)),
    ).toEqual(expectedRefusal('wrong_issuer'));
    expect(
      await saml.refusalOf(uni, (request) =>
        saml.say({ ...uni, idp: other.idp }, request, {
          issuer: uni.idp.entityId,
          responseIssuer: uni.idp.entityId,
        }),
      ),
    ).toEqual(expectedRefusal('wrong_signature'));
  });

  it('when it is signed with SHA-1', async () => {
    const weak = await saml.connect({
      signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    });
    expect(await saml.refusalOf(weak, (request) => saml.say(weak, request))).toEqual(
      expectedRefusal('weak_algorithm'),
    );
  });
});
