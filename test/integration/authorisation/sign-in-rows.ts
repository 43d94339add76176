import { randomUUID } from 'node:crypto';
import * as identities from '../../../contracts/identities';
import * as saml from '../../../contracts/saml';
import * as secondFactor from '../../../contracts/second-factor';
import { signingKey } from '../../support/certificate';
import { SamlIdp } from '../../support/saml-idp';
import type { Scene } from './personas';
import { administrators, all, row, signedIn, type Row } from './row';

const U = 'unauthenticated';
const F = 'forbidden';
const N = 'not_found';
const V = 'validation_failed';
const S = 'unsupported_issuer';
const key = 'k'.repeat(43);
const provider = 'microsoft';

/**
 * No provider is set up here: what counts is who gets as far as being told so. Whole flows have
 * suites of their own.
 */
export const wayInRows: readonly Row[] = [
  //                          visitor  participant  unverified  other  pending  failed  approved
  // other researcher  administrator
  row(identities.readSignInMethods, all(200)),
  row(
    identities.startOidc,
    all('unsupported_issuer'),
    () => ({ params: { provider }, body: { purpose: 'sign-in' } }),
    'to sign in',
  ),
  row(
    identities.startOidc,
    [U, S, 'email_not_verified', S, S, S, S, S, S],
    () => ({ params: { provider }, body: { purpose: 'link' } }),
    'to link',
  ),
  row(
    identities.finishOidc,
    all('invalid_flow'),
    () => ({ params: { provider }, body: { flow_key: key, query: 'code=x' } }),
    'by its key alone',
  ),
  row(identities.linkIdentity, signedIn('unsupported_issuer'), () => ({
    body: { provider, token: 'a.b.c' },
  })),
  row(
    identities.linkIdentity,
    [U, 200, V, V, V, V, V, V, V],
    async (scene) => ({ body: { provider, token: await scene.linkToken(provider) } }),
    'what was proven for the participant’s account',
  ),
  row(identities.unlinkIdentity, signedIn(200), twoWaysIn),
  row(
    identities.unlinkIdentity,
    signedIn(N),
    () => ({ body: { provider: 'orcid' } }),
    'one that is not linked',
  ),

  row(saml.samlRedirectUrl, all('no_sso_for_domain'), () => ({
    query: { user_email: 'ada@nowhere.test' },
  })),
  row(saml.samlRedeem, all('invalid_code'), () => ({ query: { saml_access_code: key } })),
  row(saml.listSamlConnections, administrators(200)),
  row(saml.createSamlConnection, administrators(201), () => ({ body: newConnection() })),
  row(saml.changeSamlConnection, administrators(200), async (scene) => ({
    params: { id: await scene.connection() },
    body: { enabled: false },
  })),
  row(saml.deleteSamlConnection, administrators(204), async (scene) => ({
    params: { id: await scene.connection() },
  })),
  row(saml.testSamlConnection, administrators(200), async (scene) => ({
    params: { id: await scene.connection() },
  })),

  // A second factor is for those who see other people's data.
  row(secondFactor.readSecurity, signedIn(200)),
  row(secondFactor.beginTotp, [U, F, F, F, 200, 200, 200, 200, 200]),
  row(
    secondFactor.confirmTotp,
    [U, F, F, F, 'invalid_code', 'invalid_code', 'invalid_code', 'invalid_code', 'invalid_code'],
    () => ({ body: { code: '000000' } }),
  ),
  // Whoever has one may remove it, whatever became of the account since.
  row(secondFactor.removeTotp, signedIn(204), async (scene) => {
    if (scene.me) await scene.totpOf(scene.me);
    return {};
  }),
  row(secondFactor.removeTotp, signedIn(N), () => ({}), 'without one'),
  row(secondFactor.beginPasskey, [U, F, F, F, 200, 200, 200, 200, 200]),
  row(
    secondFactor.addPasskey,
    [
      U,
      F,
      F,
      F,
      'invalid_passkey',
      'invalid_passkey',
      'invalid_passkey',
      'invalid_passkey',
      'invalid_passkey',
    ],
    () => ({ body: { name: 'Key', response: {} } }),
  ),
  row(
    secondFactor.removePasskey,
    [U, N, N, N, N, N, 204, N, N],
    async (scene) => ({ params: { id: await scene.passkeyOf(scene.cast.approved) } }),
    'the approved researcher’s',
  ),
  row(secondFactor.renewRecoveryCodes, signedIn(N), () => ({}), 'without a second factor'),
  row(
    secondFactor.renewRecoveryCodes,
    [U, 200, 200, 200, 200, 200, 200, 200, 200],
    async (scene) => {
      if (scene.me) await scene.passkeyOf(scene.me);
      return {};
    },
    'with one',
  ),
  row(secondFactor.proveOptions, all('invalid_challenge'), () => ({ body: { challenge: key } })),
  row(secondFactor.proveSecondFactor, all('invalid_challenge'), () => ({
    body: { challenge: key, code: '000000' },
  })),
];

const idpKey = signingKey();
function newConnection() {
  const domain = `${randomUUID()}.test`;
  return {
    organization: 'Yale',
    domains: [domain],
    metadata_xml: new SamlIdp(`https://idp.${domain}`, { key: idpKey }).metadata(),
  };
}

async function twoWaysIn({ me, identityOf }: Scene) {
  if (me) await Promise.all([identityOf(me, provider), identityOf(me, 'google')]);
  return { body: { provider } };
}
