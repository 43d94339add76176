import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { signingKey, type SigningKey } from './certificate';
import { writeSamlResponse, type SamlResponseContent } from './providers/saml-response';

// samlify requires a schema validator. This one accepts every document, since the tests themselves
// make all documents.
setSchemaValidator({ validate: () => Promise.resolve('unchecked') });

const binding = (kind: 'HTTP-Redirect' | 'HTTP-POST') =>
  `urn:oasis:names:tc:SAML:2.0:bindings:${kind}`;
export const persistentNameId = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const emailAddressNameId = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const unspecifiedNameId = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

// The types of samlify allow these settings only for service providers, but samlify also reads them
// for identity providers.
const encryptionMethods: object = {
  dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
};

export interface SignOnResponse {
  SAMLResponse: string;
  RelayState: string;
}
export interface SignOnRequest {
  id: string;
  acs: string;
  issuer: string;
  relayState: string;
  /** Whether the person must authenticate again, even with an open session (ForceAuthn). */
  forced: boolean;
  extract: Awaited<ReturnType<ReturnType<typeof IdentityProvider>['parseLoginRequest']>>;
}

export interface IdpOptions {
  key?: SigningKey;
  ssoUrl?: string;
  signatureAlgorithm?: string;
  signsResponse?: boolean;
  /** Whether the provider encrypts the signed assertion. */
  encrypts?: boolean;
  transforms?: string[];
  nameIdFormat?: string;
}

/**
 * An identity provider in this process. samlify reads the requests and signs the responses with the
 * `key` of this identity provider.
 */
export class SamlIdp {
  readonly key: SigningKey;
  readonly ssoUrl: string;

  constructor(
    readonly entityId: string,
    private readonly options: IdpOptions = {},
  ) {
    this.key = options.key ?? signingKey();
    this.ssoUrl = options.ssoUrl ?? `${entityId}/sso`;
  }

  /**
   * Returns the metadata that this provider publishes.
   * @param certificates all certificates in the metadata
   */
  metadata(certificates = [this.key.certificate]): string {
    return this.provider(certificates).getMetadata();
  }

  /**
   * Reads the sign-in request in the address to which the server redirects the browser.
   * @param spMetadata the metadata that the server publishes
   */
  async asked(redirectUrl: string, spMetadata: string): Promise<SignOnRequest> {
    const query = Object.fromEntries(new URL(redirectUrl).searchParams);
    const extract = await this.provider().parseLoginRequest(
      ServiceProvider({ metadata: spMetadata }),
      'redirect',
      { query },
    );
    const forced = inflateRawSync(Buffer.from(query.SAMLRequest ?? '', 'base64'))
      .toString()
      .includes('ForceAuthn="true"');
    const request = extract.extract.request as { id: string; assertionConsumerServiceUrl: string };
    return {
      id: request.id,
      acs: request.assertionConsumerServiceUrl,
      issuer: String(extract.extract.issuer),
      relayState: query.RelayState ?? '',
      forced,
      extract,
    };
  }

  /**
   * Makes a signed response to a request.
   * @param edit changes the document before it is signed
   */
  async answer(
    request: SignOnRequest,
    spMetadata: string,
    said: Partial<SamlResponseContent> = {},
    edit: (xml: string) => string = (xml) => xml,
  ): Promise<SignOnResponse> {
    const now = Date.now();
    const context = edit(
      writeSamlResponse({
        id: `_${randomBytes(16).toString('hex')}`,
        issuer: this.entityId,
        responseIssuer: this.entityId,
        status: 'Success',
        destination: request.acs,
        inResponseTo: request.id,
        confirmedRequest: request.id,
        recipient: request.acs,
        audience: request.issuer,
        nameId: 'person-1',
        nameIdFormat: persistentNameId,
        attributes: {},
        issuedAt: new Date(now),
        notBefore: new Date(now - 1_000),
        until: new Date(now + 300_000),
        confirmedUntil: new Date(now + 300_000),
        conditions: '',
        authenticated: true,
        authenticatedAt: new Date(now),
        nameQualifier: null,
        ...said,
      }),
    );
    const sp = ServiceProvider({
      metadata: spMetadata,
      wantMessageSigned: this.options.signsResponse ?? false,
      ...(this.options.transforms && { transformationAlgorithms: this.options.transforms }),
    });
    const answered = await this.provider().createLoginResponse(
      sp,
      { extract: request.extract.extract },
      'post',
      {},
      { customTagReplacement: () => ({ id: 'unused', context }) },
    );
    return { SAMLResponse: answered.context, RelayState: request.relayState };
  }

  /**
   * Makes samlify's default response for an email address: without attributes, and without an
   * authentication statement.
   */
  async answerByDefault(
    request: SignOnRequest,
    spMetadata: string,
    email: string,
  ): Promise<SignOnResponse> {
    const answered = await this.provider().createLoginResponse(
      ServiceProvider({ metadata: spMetadata }),
      { extract: request.extract.extract },
      'post',
      { email },
    );
    return { SAMLResponse: answered.context, RelayState: request.relayState };
  }

  /**
   * Signs one element of a document with this provider's key. Tests use it to make documents that
   * no honest provider would create.
   */
  sign(xml: string, xpath: string, transforms?: string[]): string {
    return SamlLib.constructSAMLSignature({
      rawSamlMessage: xml,
      referenceTagXPath: xpath,
      privateKey: this.key.privateKey,
      signingCert: this.key.certificate,
      isBase64Output: false,
      signatureAlgorithm: this.algorithm,
      ...(transforms && { transformationAlgorithms: transforms }),
      signatureConfig: {
        prefix: 'ds',
        location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
      },
    });
  }

  private get algorithm() {
    return this.options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  }

  private provider(certificates = [this.key.certificate]) {
    return IdentityProvider({
      entityID: this.entityId,
      privateKey: this.key.privateKey,
      signingCert: certificates,
      requestSignatureAlgorithm: this.algorithm,
      isAssertionEncrypted: this.options.encrypts ?? false,
      ...encryptionMethods,
      wantAuthnRequestsSigned: false,
      nameIDFormat: [this.options.nameIdFormat ?? persistentNameId],
      singleSignOnService: [
        { Binding: binding('HTTP-Redirect'), Location: this.ssoUrl },
        { Binding: binding('HTTP-POST'), Location: this.ssoUrl },
      ],
      singleLogoutService: [{ Binding: binding('HTTP-Redirect'), Location: `${this.ssoUrl}/out` }],
    });
  }
}

export const decodeSamlResponse = ({ SAMLResponse }: SignOnResponse) =>
  Buffer.from(SAMLResponse, 'base64').toString();
export const encodeSamlResponse = (
  xml: string,
  { RelayState }: SignOnResponse,
): SignOnResponse => ({
  SAMLResponse: Buffer.from(xml).toString('base64'),
  RelayState,
});
