import { Inject, Injectable } from '@nestjs/common';
import {
  generateServiceProviderMetadata,
  Strategy,
  ValidateInResponseTo,
  type PassportSamlConfig,
  type Profile,
  type VerifyWithoutRequest,
} from '@node-saml/passport-saml';
import { CONFIG, type Config } from '../../config';
import { skewMs, oldestMs } from './assertion.rule';
import { SamlError } from './saml-error';
import { openResponse } from './response';
import type { PendingAuthnRequest } from './authn-request';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const pem = (base64: string) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;

/**
 * The part of Express' request that the strategy looks at. It never sees the real one: no query, no
 * other SAML message can reach it.
 */
interface StrategyRequest {
  query: { RelayState?: string };
  body: { SAMLResponse?: string };
  headers: Record<string, never>;
}
type Outcome = { redirect: string } | { profile: Profile };

/**
 * This server towards every identity provider (docs/decisions/0018): one name, one address for
 * answers, passport-saml for the protocol.
 */
@Injectable()
export class ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.entityId = `${config.publicApiUrl}/api/saml/metadata/`;
    this.acsUrl = `${config.publicApiUrl}/api/saml/acs/`;
  }

  metadata(): string {
    return generateServiceProviderMetadata({
      issuer: this.entityId,
      callbackUrl: this.acsUrl,
      identifierFormat: persistent,
      wantAssertionsSigned: true,
      // The same at every reading.
      generateUniqueId: () => '_commonlab',
    });
  }

  /** Where to send the browser with this request. */
  async signOnUrl(request: PendingAuthnRequest): Promise<string> {
    const outcome = await run(this.strategy(request), {
      query: { RelayState: request.relay_state },
      body: {},
      headers: {},
    });
    if (!('redirect' in outcome)) throw new Error('the strategy took a request for a response');
    return outcome.redirect;
  }

  /**
   * Verifies a response to this request.
   * @param certificates of the provider that was asked, base64
   * @returns the assertion, as it was signed
   * @throws Refused
   */
  async verify(
    request: PendingAuthnRequest,
    certificates: readonly string[],
    samlResponse: string,
  ): Promise<string> {
    const opened = openResponse(samlResponse);
    if (opened.issuer !== null && opened.issuer !== request.entity_id)
      throw new SamlError('wrong_issuer', opened.issuer.slice(0, 300));
    if (opened.destination !== null && opened.destination !== this.acsUrl)
      throw new SamlError('wrong_destination', opened.destination.slice(0, 300));
    let outcome: Outcome;
    try {
      outcome = await run(this.strategy(request, certificates, opened.isSigned), {
        query: {},
        body: { SAMLResponse: samlResponse },
        headers: {},
      });
    } catch (error) {
      throw refusalOf(error);
    }
    const xml = 'profile' in outcome ? outcome.profile.getAssertionXml?.() : undefined;
    if (xml === undefined) throw new SamlError('not_accepted');
    return xml;
  }

  private strategy(
    request: PendingAuthnRequest,
    certificates: readonly string[] = [],
    responseIsSigned = false,
  ): Strategy {
    const options: PassportSamlConfig = {
      issuer: this.entityId,
      audience: this.entityId,
      callbackUrl: this.acsUrl,
      entryPoint: request.sso_url,
      idpIssuer: request.entity_id,
      idpCert: certificates.map(pem),
      identifierFormat: persistent,
      // How somebody proves who they are is their organization's business: asking for passwords
      // would shut out stronger ways.
      disableRequestedAuthnContext: true,
      forceAuthn: request.fresh,
      wantAssertionsSigned: true,
      // What is used is in the assertion. A signature of the response is not asked for; where there
      // is one it must be good.
      wantAuthnResponseSigned: responseIsSigned,
      acceptedClockSkewMs: skewMs,
      maxAssertionAgeMs: oldestMs,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: request.expires_at.getTime() - request.created_at.getTime(),
      generateUniqueId: () => request.id,
      // The cache is the row itself, written and used up in transactions: nothing is lost here by
      // an answer that fails.
      cacheProvider: {
        saveAsync: (value) => Promise.resolve({ value, createdAt: request.created_at.getTime() }),
        getAsync: (key) =>
          Promise.resolve(key === request.id ? request.created_at.toISOString() : null),
        removeAsync: () => Promise.resolve(null),
      },
    };
    const verified: VerifyWithoutRequest = (profile, done) => done(null, profile ?? undefined);
    return new Strategy(options, verified, verified);
  }
}

/**
 * Runs a strategy as passport would, with its answers as values: nothing is written to a reply
 * (STACK.md).
 */
function run(strategy: Strategy, request: StrategyRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    strategy.redirect = (url) => resolve({ redirect: url });
    strategy.success = (user) => resolve({ profile: user as Profile });
    strategy.fail = () => reject(new Error('no profile'));
    strategy.pass = () => reject(new Error('no profile'));
    strategy.error = reject;
    strategy.authenticate(request as unknown as Parameters<Strategy['authenticate']>[0], {});
  });
}

/**
 * node-saml knows its errors by their sentences only; what is not recognised here is refused all
 * the same.
 */
function refusalOf(error: unknown): SamlError {
  const said = error instanceof Error ? error.message : '';
  if (/signature|signed data|certificate/i.test(said)) return new SamlError('wrong_signature');
  if (/InResponseTo/.test(said)) return new SamlError('wrong_request');
  if (/audience/i.test(said)) return new SamlError('wrong_audience', said.slice(0, 300));
  if (/expired|not yet valid|subject confirmation/i.test(said))
    return new SamlError('wrong_time', said.slice(0, 300));
  return new SamlError('not_accepted');
}
