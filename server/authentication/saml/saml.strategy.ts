import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import {
  MultiSamlStrategy,
  SAML,
  ValidateInResponseTo,
  type MultiStrategyConfig,
  type PassportSamlConfig,
  type Profile,
  type VerifyWithRequest,
} from '@node-saml/passport-saml';
import passport from 'passport';
import { CONFIG, type Config } from '../../config';
import { Clock } from '../../platform/concurrency/clock';
import { readAssertion } from './assertion';
import {
  judgeAssertion,
  maximumAssertionAgeMs,
  clockSkewMs,
  type AssertionFacts,
  type AssertionJudgement,
} from './assertion.rule';
import type { AnsweredAuthnRequest, PendingAuthnRequest } from './authn-request';
import { certificateAsPem, certificatesInForce } from './connections/certificates.rule';
import { EncryptionKey } from './encryption/encryption-key';
import { decryptIfEncrypted } from './encryption/decrypt-if-encrypted';
import { readSamlResponseParts, type SamlResponse } from './unverified-response';
import { SamlError } from './saml-error';
import { serviceProviderMetadata } from './service-provider-metadata';
import { parseXml } from './xml';
import { trustedXmlBounds } from './xml-bounds';

/** A checked assertion. Its facts were read from the bytes whose signature was verified. */
export type VerifiedAssertion = { facts: AssertionFacts } & Exclude<
  AssertionJudgement,
  { fault: unknown }
>;

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/**
 * The request object that passport gets instead of the browser's request, so that neither query parameters nor a logout
 * message of the browser reach node-saml.
 */
class SignOnRequest {
  readonly query = {};
  readonly headers = {};
  readonly body: { SAMLResponse: string };

  constructor(
    readonly answered: AnsweredAuthnRequest,
    readonly options: Partial<PassportSamlConfig>,
    encoded: string,
  ) {
    this.body = { SAMLResponse: encoded };
  }
}

/** The strategy of passport-saml for several connections. It refuses logout messages. */
class SignOnStrategy extends MultiSamlStrategy {
  constructor(options: MultiStrategyConfig, verify: VerifyWithRequest) {
    super(options, verify, (_request, _profile, done) => done(new SamlError('not_accepted')));
  }
}

type Authenticator = passport.Authenticator<
  unknown,
  (request: SignOnRequest, response: object, next: (error: Error) => void) => void
>;

/**
 * This server as a service provider, for the identity providers of all connections (docs/decisions/saml.md).
 * passport-saml implements the protocol; its options depend on the connection of the request.
 */
@Injectable()
export class SamlStrategy extends PassportStrategy(SignOnStrategy, 'saml') {
  readonly entityId: string;
  readonly acsUrl: string;
  // `declare` creates no field. The base constructor assigns this field, and a field with an
  // initializer would overwrite the assigned value.
  declare private authenticator: Authenticator | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly encryptionKey: EncryptionKey,
  ) {
    const entityId = `${config.publicApiUrl}/api/saml/metadata/`;
    super({
      name: 'saml',
      passReqToCallback: true,
      getSamlOptions: (request, done) =>
        request instanceof SignOnRequest
          ? done(null, request.options)
          : done(new Error('not a request of SamlStrategy')),
    });
    this.entityId = entityId;
    this.acsUrl = `${config.publicApiUrl}/api/saml/acs/`;
  }

  /**
   * Returns the authenticator in which @nestjs/passport registers the strategy. Each strategy has its own, because all
   * applications in one process would share passport's default authenticator.
   */
  getPassportInstance(): Authenticator {
    return (this.authenticator ??= new passport.Authenticator());
  }

  async metadata(): Promise<string> {
    const { certificate } = await this.encryptionKey.get();
    const { operator } = this.config;
    return serviceProviderMetadata({
      entityId: this.entityId,
      acsUrl: this.acsUrl,
      nameIdFormat: persistent,
      encryptionCertificate: certificate,
      webUrl: this.config.publicWebUrl,
      organizationName: operator.name,
      organizationUrl: operator.url,
      contactEmail: operator.contact.others,
      privacyUrl: operator.pages.privacy,
      logo: operator.logo,
    });
  }

  /**
   * Returns the URL of the provider's sign-on page, with the AuthnRequest as a parameter. The
   * server returns this URL to the web app instead of redirecting the browser.
   */
  signOnUrl(request: PendingAuthnRequest): Promise<string> {
    return new SAML(this.optionsFor(request)).getAuthorizeUrlAsync(
      request.relay_state,
      undefined,
      {},
    );
  }

  /**
   * Verifies the response to a request.
   * @throws SamlError
   */
  async verify(request: AnsweredAuthnRequest, given: SamlResponse): Promise<VerifiedAssertion> {
    const certificates = certificatesInForce(request.certificates, this.clock.now());
    if (certificates.length === 0) throw new SamlError('certificate_expired');
    const response = await decryptIfEncrypted(given, certificates, this.encryptionKey);
    const { issuer, destination, isSigned, assertion } = readSamlResponseParts(response);
    if (issuer !== null && issuer !== request.entity_id)
      throw new SamlError('wrong_issuer', issuer.slice(0, 300));
    if (destination !== null && destination !== this.acsUrl)
      throw new SamlError('wrong_destination', destination.slice(0, 300));
    const options = this.optionsFor(request, certificates, isSigned);
    try {
      return await this.run(new SignOnRequest(request, options, response.encoded));
    } catch (error) {
      if (error instanceof SamlError) throw error;
      // node-saml has no error codes, so this code reads the message of the error. If the message
      // is about the signature, the signed part or the certificate, the error becomes
      // `wrong_signature`. Otherwise `judged` checks the unverified assertion to find the reason.
      if (error instanceof Error && /signature|signed data|certificate/i.test(error.message))
        throw new SamlError('wrong_signature');
      this.judged(request, assertion);
      throw new SamlError('not_accepted');
    }
  }

  /** Called by passport after node-saml has verified the response. Reads only verified content. */
  validate({ answered }: SignOnRequest, profile: Profile | null): VerifiedAssertion {
    const xml = profile?.getAssertionXml?.();
    if (xml === undefined) throw new SamlError('not_accepted');
    return this.judged(answered, parseXml(xml, trustedXmlBounds).documentElement);
  }

  private run(request: SignOnRequest): Promise<VerifiedAssertion> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, verified?: object | false | null) =>
        verified
          ? resolve(verified as VerifiedAssertion)
          : reject(error ?? new SamlError('not_accepted'));
      this.getPassportInstance().authenticate(this.name, { session: false }, settle)(
        request,
        {},
        reject,
      );
    });
  }

  /**
   * Checks an assertion.
   * @throws SamlError if the assertion is not meant for this server, this request and the present time
   */
  private judged(request: PendingAuthnRequest, assertion: Element): VerifiedAssertion {
    const facts = readAssertion(assertion);
    const judgement = judgeAssertion(facts, {
      issuer: request.entity_id,
      acs_url: this.acsUrl,
      audience: this.entityId,
      request_id: request.id,
      fresh_since: request.fresh ? request.created_at : null,
      now: this.clock.now(),
    });
    if ('fault' in judgement) throw new SamlError(judgement.fault, judgement.detail?.slice(0, 300));
    return { facts, ...judgement };
  }

  private optionsFor(
    request: PendingAuthnRequest,
    certificates: readonly string[] = [],
    responseIsSigned = false,
  ): PassportSamlConfig {
    return {
      issuer: this.entityId,
      audience: this.entityId,
      callbackUrl: this.acsUrl,
      entryPoint: request.sso_url,
      idpIssuer: request.entity_id,
      idpCert: certificates.map(certificateAsPem),
      identifierFormat: persistent,
      // The organization decides how it authenticates its people. Requesting a password here would exclude stronger
      // methods.
      disableRequestedAuthnContext: true,
      forceAuthn: request.fresh,
      wantAssertionsSigned: true,
      // Everything that the server uses is in the assertion, so the assertion must be signed. The response as a whole
      // need not be signed, but its signature must be valid if there is one.
      wantAuthnResponseSigned: responseIsSigned,
      acceptedClockSkewMs: clockSkewMs,
      maxAssertionAgeMs: maximumAssertionAgeMs,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: request.expires_at.getTime() - request.created_at.getTime(),
      generateUniqueId: () => request.id,
      // The row of the request replaces node-saml's cache of requests. Only FinishSignOn deletes
      // the row, so the request stays valid after a refused response.
      cacheProvider: {
        saveAsync: (value) => Promise.resolve({ value, createdAt: request.created_at.getTime() }),
        getAsync: (key) =>
          Promise.resolve(key === request.id ? request.created_at.toISOString() : null),
        removeAsync: () => Promise.resolve(null),
      },
    };
  }
}
