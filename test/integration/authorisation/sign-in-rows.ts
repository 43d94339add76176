import { randomUUID } from 'node:crypto';
import * as identities from '../../../contracts/authentication/identities';
import * as saml from '../../../contracts/authentication/saml';
import * as secondFactor from '../../../contracts/authentication/second-factor';
import { signingKey } from '../../support/sign-in/certificate';
import { SamlIdp } from '../../support/sign-in/saml-idp';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';

const key = 'k'.repeat(43);
const provider = 'microsoft';

/** Policy `second-factor.add`: a second factor is for people who see other people's data. */
const toThoseWhoMayAdd = (cell: ExpectedAnswer): ExpectedAnswers => ({
  participants: 'forbidden',
  'everybody else': cell,
});

/**
 * No provider is set up here: `unsupported_issuer` shows that the persona was admitted. Whole
 * flows are tested in test/integration/authentication.
 */
export const signInMatrixRows: readonly AuthorisationRow[] = [
  row(identities.readSignInMethods, 200),
  row(
    identities.startOidc,
    'unsupported_issuer',
    { params: { provider }, body: { purpose: 'sign-in' } },
    'to sign in',
  ),
  row(
    identities.startOidc,
    {
      visitor: 'unauthenticated',
      unverified: 'email_not_verified',
      'everybody else': 'unsupported_issuer',
    },
    { params: { provider }, body: { purpose: 'link' } },
    'to link',
  ),
  row(
    identities.finishOidc,
    'invalid_flow',
    { params: { provider }, body: { flow_key: key, query: 'code=x' } },
    'by its key alone',
  ),
  row(identities.linkIdentity, 'unsupported_issuer', {
    body: { provider, token: 'a.b.c' },
  }),
  row(
    identities.linkIdentity,
    { participant: 200, 'everybody else': 'validation_failed' },
    async (scene) => ({ body: { provider, token: await scene.linkToken(provider) } }),
    'what was proven for the participant’s account',
  ),
  row(identities.unlinkIdentity, 200, twoWaysIn),
  row(
    identities.unlinkIdentity,
    'not_found',
    { body: { provider: 'orcid' } },
    'one that is not linked',
  ),

  row(saml.readSamlRedirectUrl, 'no_sso_for_domain', {
    query: { user_email: 'ada@nowhere.test' },
  }),
  row(saml.redeemSamlCode, 'invalid_code', { query: { saml_access_code: key } }),
  row(saml.listSamlConnections, 200),
  row(saml.createSamlConnection, 201, () => ({ body: newConnection() })),
  row(saml.changeSamlConnection, 200, async (scene) => ({
    params: { id: await scene.connection() },
    body: { enabled: false },
  })),
  row(saml.decideSamlConnectionChange, 200, async (scene) => ({
    params: { id: await scene.waitingConnection() },
    body: { action: 'withdraw' },
  })),
  row(saml.deleteSamlConnection, 204, async (scene) => ({
    params: { id: await scene.connection() },
  })),
  row(saml.testSamlConnection, 200, async (scene) => ({
    params: { id: await scene.connection() },
  })),

  row(secondFactor.readAccountSecurity, 200),
  row(secondFactor.beginTotp, toThoseWhoMayAdd(200)),
  row(secondFactor.confirmTotp, toThoseWhoMayAdd('invalid_code'), { body: { code: '000000' } }),
  // A person with a second factor may remove it, even without the right to add one.
  row(secondFactor.removeTotp, 204, async (scene) => {
    if (scene.me) await scene.totpOf(scene.me);
    return {};
  }),
  row(secondFactor.removeTotp, 'not_found', {}, 'without one'),
  row(secondFactor.beginPasskey, toThoseWhoMayAdd(200)),
  row(secondFactor.addPasskey, toThoseWhoMayAdd('invalid_passkey'), {
    body: { name: 'Key', response: {} },
  }),
  row(
    secondFactor.removePasskey,
    { approved: 204, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.passkeyOf(scene.cast.approved) } }),
    'the approved researcher’s',
  ),
  row(secondFactor.renewRecoveryCodes, 'not_found', {}, 'without a second factor'),
  row(
    secondFactor.renewRecoveryCodes,
    200,
    async (scene) => {
      if (scene.me) await scene.passkeyOf(scene.me);
      return {};
    },
    'with one',
  ),
  row(secondFactor.readPasskeyProofOptions, 'invalid_challenge', { body: { challenge: key } }),
  row(secondFactor.proveSecondFactor, 'invalid_challenge', {
    body: { challenge: key, code: '000000' },
  }),
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

async function twoWaysIn({ me, identityOf }: MatrixCellFixtures) {
  if (me) await Promise.all([identityOf(me, provider), identityOf(me, 'google')]);
  return { body: { provider } };
}
