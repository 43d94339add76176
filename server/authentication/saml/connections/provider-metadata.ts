import { X509Certificate } from 'node:crypto';
import { DomainError } from '../../../platform/errors/errors';
import type { Sentence } from '../../../platform/i18n/texts';
import { authenticationTexts } from '../../authentication-texts';
import { attributeOf, BadXml, childrenOf, samlNamespaces, parseXml, textOf } from '../xml';
import { trustedXmlBounds } from '../xml-bounds';

/** The stored part of an identity provider's metadata. `certificates`: DER in base64. */
export interface ProviderMetadata {
  entity_id: string;
  sso_url: string;
  certificates: string[];
}

const { metadata: md, signature: ds, protocol } = samlNamespaces;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const fault = authenticationTexts.sentence;
const refused = (reason: Sentence) => new DomainError('invalid_metadata', { reason });

/**
 * Reads the metadata of an identity provider.
 * @throws DomainError invalid_metadata, with a sentence as the reason
 */
export function readProviderMetadata(xml: string, now: Date): ProviderMetadata {
  const root = rootOf(xml);
  if (root.namespaceURI === md && root.localName === 'EntitiesDescriptor')
    throw refused(fault('metadata_fault.several_entities'));
  if (root.namespaceURI !== md || root.localName !== 'EntityDescriptor')
    throw refused(fault('metadata_fault.not_metadata'));
  const descriptors = childrenOf(root, md, 'IDPSSODescriptor').filter((e) =>
    (attributeOf(e, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol),
  );
  const [provider, ...more] = descriptors;
  if (!provider) throw refused(fault('metadata_fault.no_identity_provider'));
  if (more.length > 0) throw refused(fault('metadata_fault.several_identity_providers'));
  for (const until of [root, provider].map((e) => attributeOf(e, 'validUntil')))
    if (until !== null && !(Date.parse(until) > now.getTime()))
      throw refused(fault('metadata_fault.expired'));
  if (/^(true|1)$/.test(attributeOf(provider, 'WantAuthnRequestsSigned') ?? ''))
    throw refused(fault('metadata_fault.signed_requests_wanted'));
  const entityId = (attributeOf(root, 'entityID') ?? '').trim();
  if (entityId === '' || entityId.length > 1_024)
    throw refused(fault('metadata_fault.no_entity_id'));
  return {
    entity_id: entityId,
    sso_url: addressOf(provider),
    certificates: certificatesOf(provider, now),
  };
}

function rootOf(xml: string): Element {
  try {
    return parseXml(xml.replace(/^\uFEFF/, '').trimStart(), trustedXmlBounds).documentElement;
  } catch (error) {
    if (error instanceof BadXml)
      throw refused(
        fault(
          error.fault === 'document_type'
            ? 'metadata_fault.document_type'
            : 'metadata_fault.not_xml',
        ),
      );
    throw error;
  }
}

/**
 * Reads the address to which browsers are redirected. It must be https, except on this machine in
 * tests.
 */
function addressOf(provider: Element): string {
  const service = childrenOf(provider, md, 'SingleSignOnService').find(
    (e) => attributeOf(e, 'Binding') === redirectBinding,
  );
  if (!service) throw refused(fault('metadata_fault.no_redirect_binding'));
  const location = (attributeOf(service, 'Location') ?? '').trim();
  if (location.length > 2_000 || !URL.canParse(location))
    throw refused(fault('metadata_fault.no_redirect_binding'));
  const url = new URL(location);
  const isLocal =
    url.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  if (
    (url.protocol !== 'https:' && !isLocal) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    throw refused(fault('metadata_fault.insecure_address'));
  return url.href;
}

/**
 * Reads all signing certificates that have not expired. A provider that is about to change its key
 * lists two.
 */
function certificatesOf(provider: Element, now: Date): string[] {
  const encoded = childrenOf(provider, md, 'KeyDescriptor')
    .filter((e) => (attributeOf(e, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => childrenOf(key, ds, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, ds, 'X509Data'))
    // The first certificate belongs to the signing key. The others belong to issuers of
    // certificates, which must not sign assertions.
    .flatMap((data) => childrenOf(data, ds, 'X509Certificate').slice(0, 1))
    .map((e) => textOf(e).replace(/\s+/g, ''));
  if (encoded.length === 0) throw refused(fault('metadata_fault.no_signing_certificate'));
  if (encoded.length > 10) throw refused(fault('metadata_fault.too_many_certificates'));
  const certificates = encoded.map(certificateOf);
  const lasting = certificates.filter((c) => new Date(c.validTo) > now);
  if (lasting.length === 0) throw refused(fault('metadata_fault.certificate_expired'));
  return [...new Set(lasting.map((c) => c.raw.toString('base64')))];
}

function certificateOf(base64: string): X509Certificate {
  let certificate: X509Certificate;
  let key: X509Certificate['publicKey'];
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    key = certificate.publicKey;
  } catch {
    throw refused(fault('metadata_fault.unreadable_certificate'));
  }
  // xml-crypto cannot verify signatures of keys other than RSA.
  if (key.asymmetricKeyType !== 'rsa') throw refused(fault('metadata_fault.unsupported_key'));
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw refused(fault('metadata_fault.weak_key'));
  return certificate;
}
