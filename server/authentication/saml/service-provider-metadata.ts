import { mailtoAddress } from '../../../contracts/base/email-address.rule';
import { authenticationTexts } from '../authentication-texts';
import { contentCiphers, keyTransportAlgorithms, oaepHashes } from './encryption/decipher';
import { samlNamespaces } from './xml';

export interface ServiceProviderFacts {
  entityId: string;
  acsUrl: string;
  nameIdFormat: string;
  /** DER in base64. Providers encrypt assertions with the key of this certificate. */
  encryptionCertificate: string;
  webUrl: string;
  organizationName?: string | null;
  organizationUrl?: string | null;
  contactEmail?: string | null;
  privacyUrl?: string | null;
  /** The operator's logo; width and height are in pixels. */
  logo?: { url: string; width: number; height: number } | null;
}

const languages = ['en', 'de'];
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[<>&"]/g, (c) => entities[c] ?? c);
const element = (name: string, attributes: Record<string, string | number>, inside = '') =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}`;
const inEach = (name: string, text: (language: string) => string) =>
  languages.map((l) => element(name, { 'xml:lang': l }, escaped(text(l)))).join('');

/** Writes the texts that a federation shows on its sign-on page (SAML metadata UI, 2.1). */
function shownToPeople({ webUrl, privacyUrl, logo }: ServiceProviderFacts): string {
  const say = (key: 'service.name' | 'service.description') => (language: string) =>
    authenticationTexts.in(language).t(key);
  return element(
    'mdui:UIInfo',
    { 'xmlns:mdui': 'urn:oasis:names:tc:SAML:metadata:ui' },
    inEach('mdui:DisplayName', say('service.name')) +
      inEach('mdui:Description', say('service.description')) +
      (logo
        ? element('mdui:Logo', { width: logo.width, height: logo.height }, escaped(logo.url))
        : '') +
      inEach('mdui:InformationURL', () => webUrl) +
      (!privacyUrl ? '' : inEach('mdui:PrivacyStatementURL', () => privacyUrl)),
  );
}

/** Lists only the algorithms that decipher.ts accepts, so that providers choose one of them. */
function keyDescriptor({ encryptionCertificate }: ServiceProviderFacts): string {
  const method = (algorithm: string, inside = '') =>
    element('md:EncryptionMethod', { Algorithm: algorithm }, inside);
  const digest = (hash: keyof typeof oaepHashes) =>
    element('ds:DigestMethod', { Algorithm: oaepHashes[hash].digest });
  return element(
    'md:KeyDescriptor',
    { use: 'encryption' },
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${encryptionCertificate}` +
      `</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
      Object.keys(contentCiphers)
        .map((algorithm) => method(algorithm))
        .join('') +
      method(
        keyTransportAlgorithms.newer,
        digest('sha256') +
          element('xenc11:MGF', {
            'xmlns:xenc11': samlNamespaces.encryption11,
            Algorithm: oaepHashes.sha256.mask,
          }),
      ) +
      method(keyTransportAlgorithms.older, digest('sha1')),
  );
}

/**
 * Writes the metadata that identity providers read (SAML 2.0 Metadata, whose schema defines the
 * order of elements). Equal facts give exactly the same text.
 */
export function serviceProviderMetadata(facts: ServiceProviderFacts): string {
  const { organizationName: name, contactEmail } = facts;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    element(
      'md:EntityDescriptor',
      {
        'xmlns:md': samlNamespaces.metadata,
        'xmlns:ds': samlNamespaces.signature,
        entityID: facts.entityId,
        ID: '_commonlab',
      },
      element(
        'md:SPSSODescriptor',
        {
          protocolSupportEnumeration: samlNamespaces.protocol,
          AuthnRequestsSigned: 'false',
          WantAssertionsSigned: 'true',
        },
        element('md:Extensions', {}, shownToPeople(facts)) +
          keyDescriptor(facts) +
          `<md:NameIDFormat>${facts.nameIdFormat}</md:NameIDFormat>` +
          element('md:AssertionConsumerService', {
            index: 1,
            isDefault: 'true',
            Binding: post,
            Location: facts.acsUrl,
          }),
      ) +
        (!name
          ? ''
          : element(
              'md:Organization',
              {},
              inEach('md:OrganizationName', () => name) +
                inEach('md:OrganizationDisplayName', () => name) +
                inEach('md:OrganizationURL', () => facts.organizationUrl ?? facts.webUrl),
            )) +
        (!contactEmail
          ? ''
          : ['technical', 'support']
              .map((contactType) =>
                element(
                  'md:ContactPerson',
                  { contactType },
                  `<md:EmailAddress>${escaped(mailtoAddress(contactEmail))}</md:EmailAddress>`,
                ),
              )
              .join('')),
    )
  );
}
