import { createPrivateKey } from 'node:crypto';
import passport from 'passport';
import type { SamlResponseContent } from '../../../test/support/sign-in/providers/saml-response';
import { signingKey } from '../../../test/support/sign-in/certificate';
import { SamlIdp } from '../../../test/support/sign-in/saml-idp';
import type { Config } from '../../config';
import { operatorConfig } from '../../operator-variables';
import { Clock } from '../../platform/concurrency/clock';
import type { EncryptionKey } from './encryption/encryption-key';
import { parseSamlResponse } from './unverified-response';
import { SamlError } from './saml-error';
import type { AnsweredAuthnRequest } from './authn-request';
import { SamlStrategy } from './saml.strategy';

const key = signingKey();
const known = {
  certificate: key.certificate,
  privateKey: createPrivateKey(key.privateKey),
};
const strategyAt = (publicApiUrl: string) =>
  new SamlStrategy(
    { publicApiUrl, publicWebUrl: publicApiUrl, operator: operatorConfig({}) } as Config,
    new Clock(),
    { get: () => Promise.resolve(known) } as EncryptionKey,
  );
const strategy = strategyAt('https://lab.test');
const idp = new SamlIdp('https://idp.test');
const now = Date.now();
const request: AnsweredAuthnRequest = {
  id: '_0123456789',
  connection_id: '',
  purpose: 'sign-in',
  waiting_since: null,
  relay_state: 'state',
  fresh: false,
  created_at: new Date(now),
  expires_at: new Date(now + 900_000),
  entity_id: idp.entityId,
  sso_url: idp.ssoUrl,
  certificates: [idp.key.certificate],
};
const respond = async (said: Partial<SamlResponseContent> = {}, edit?: (xml: string) => string) => {
  const metadata = await strategy.metadata();
  const asked = await idp.asked(await strategy.signOnUrl(request), metadata);
  return parseSamlResponse((await idp.answer(asked, metadata, said, edit)).SAMLResponse);
};
const refusal = async (
  by: SamlStrategy,
  said: Partial<SamlResponseContent>,
  edit?: (xml: string) => string,
) => {
  const response = await respond(said, edit);
  const error: unknown = await by.verify(request, response).catch((e: unknown) => e);
  return error instanceof SamlError ? [error.fault, error.detail] : error;
};

describe('The SAML strategy', () => {
  it('verifies concurrent responses, each with the certificates of its own connection', async () => {
    const other = new SamlIdp('https://idp.other.test');
    const response = await respond();
    const [ours, theirs] = await Promise.allSettled([
      strategy.verify(request, response),
      strategy.verify({ ...request, certificates: [other.key.certificate] }, response),
    ]);
    expect(ours).toMatchObject({
      status: 'fulfilled',
      value: { facts: { name_id: { value: 'person-1' } } },
    });
    expect(theirs).toMatchObject({ status: 'rejected', reason: { fault: 'wrong_signature' } });
  });

  it('registers nothing globally, so two applications do not affect each other', async () => {
    const elsewhere = strategyAt('https://elsewhere.test');
    expect(Object.keys(Reflect.get(passport, '_strategies') as object)).toEqual(['session']);
    expect(await refusal(elsewhere, {})).toEqual(['wrong_destination', strategy.acsUrl]);
    expect(await strategy.verify(request, await respond())).toHaveProperty('valid_until');
  });

  it('reports a fault that this server’s own rule finds, with its detail', async () => {
    const until = new Date(now - 90_000);
    expect(await refusal(strategy, { until, notBefore: new Date(now - 100_000) })).toEqual([
      'wrong_time',
      expect.stringMatching(
        new RegExp(
          `^Conditions ${new Date(now - 100_000).toISOString()} to ${until.toISOString()}, here \\d{4}-`,
        ),
      ),
    ]);
    expect(await refusal(strategy, { audience: 'https://other.test' })).toEqual([
      'wrong_audience',
      'https://other.test',
    ]);
  });

  it('gives no detail when it refuses an assertion that only node-saml refuses', async () => {
    // This server accepts an assertion if any of its confirmations fits; node-saml accepts it only
    // if the first one does.
    const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
    const twoConfirmations = (xml: string) =>
      xml.replace(confirmation, (one) => one.replace(request.id, '_another') + one);
    expect(await refusal(strategy, {}, twoConfirmations)).toEqual(['not_accepted', null]);
  });

  it('refuses a request of a browser that reaches Passport without one of the methods of the strategy', async () => {
    const browsers = { query: { SAMLRequest: 'x' }, body: { SAMLResponse: 'x' } };
    const error = await new Promise((resolve, reject) =>
      strategy.getPassportInstance().authenticate('saml', { session: false }, resolve)(
        browsers as never,
        {},
        reject,
      ),
    );
    expect(error).toMatchObject({ message: 'not a request of SamlStrategy' });
  });
});
