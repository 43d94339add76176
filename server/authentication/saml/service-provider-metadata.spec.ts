import { serviceProviderMetadata } from './service-provider-metadata';
import { childrenOf, allElementsOf, parseXml } from './xml';
import { trustedXmlBounds } from './xml-bounds';

const facts = {
  entityId: 'https://lab.example/api/saml/metadata/',
  acsUrl: 'https://lab.example/api/saml/acs/',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  encryptionCertificate: 'AAAA',
  webUrl: 'https://lab.example',
};
const read = (more: object = {}) => {
  const root = parseXml(
    serviceProviderMetadata({ ...facts, ...more }),
    trustedXmlBounds,
  ).documentElement;
  const texts = (name: string) =>
    allElementsOf(root)
      .filter((e) => e.tagName === name)
      .map((e) => `${e.getAttribute('xml:lang') ?? ''} ${e.textContent ?? ''}`.trim())
      .sort();
  return { root, texts };
};

describe('The metadata for identity providers', () => {
  it('contain the service’s name in both languages, and nothing that is not configured', () => {
    const { root, texts } = read();
    expect(texts('mdui:DisplayName')).toEqual(['de Commonlab', 'en Commonlab']);
    expect(texts('mdui:Description')).toHaveLength(2);
    expect(texts('mdui:InformationURL')).toEqual([
      'de https://lab.example',
      'en https://lab.example',
    ]);
    expect(texts('mdui:PrivacyStatementURL')).toEqual([]);
    expect(childrenOf(root).map((e) => e.tagName)).toEqual(['md:SPSSODescriptor']);
  });

  it('contain the configured organization, contact, privacy statement and logo', () => {
    const { root, texts } = read({
      organizationName: 'R & D <Lab>',
      contactEmail: 'it@lab.example',
      privacyUrl: 'https://lab.example/privacy?a=1&b=2',
      logo: { url: 'https://lab.example/logo.png', width: 80, height: 60 },
    });
    expect(texts('md:OrganizationName')).toEqual(['de R & D <Lab>', 'en R & D <Lab>']);
    expect(texts('md:OrganizationURL')).toEqual([
      'de https://lab.example',
      'en https://lab.example',
    ]);
    expect(texts('md:EmailAddress')).toEqual(['mailto:it@lab.example', 'mailto:it@lab.example']);
    expect(texts('mdui:PrivacyStatementURL')[0]).toBe('de https://lab.example/privacy?a=1&b=2');
    const [logo] = allElementsOf(root).filter((e) => e.tagName === 'mdui:Logo');
    expect([logo?.getAttribute('width'), logo?.getAttribute('height')]).toEqual(['80', '60']);
  });

  it('have their elements in the order of the schema', () => {
    const { root } = read({ organizationName: 'Lab', contactEmail: 'it@lab.example' });
    expect(childrenOf(root).map((e) => e.localName)).toEqual([
      'SPSSODescriptor',
      'Organization',
      'ContactPerson',
      'ContactPerson',
    ]);
    const [provider] = childrenOf(root);
    expect(provider && childrenOf(provider).map((e) => e.localName)).toEqual([
      'Extensions',
      'KeyDescriptor',
      'NameIDFormat',
      'AssertionConsumerService',
    ]);
  });
});
