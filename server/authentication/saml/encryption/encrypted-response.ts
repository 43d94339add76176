import type { KeyObject } from 'node:crypto';
import {
  ambiguousResponseError,
  mustHaveSuccessStatus,
  mustHaveUniqueIds,
  mustBeSignatureOfParent,
  parseSamlResponse,
  throwBadXmlAsSamlError,
  type SamlResponse,
} from '../unverified-response';
import { SamlError } from '../saml-error';
import { attributeOf, allElementsOf, samlNamespaces, onlyChild, parseXml, textOf } from '../xml';
import { responseXmlBounds } from '../xml-bounds';
import { decipher, type Ciphertext } from './decipher';

/** A response whose only assertion is encrypted. None of it has been verified. */
export interface EncryptedResponse {
  root: Element;
  /** Whether the response as a whole is signed; such a signature covers the encrypted form. */
  isSigned: boolean;
  key: Ciphertext;
  content: Ciphertext;
}

const { assertion, encryption, protocol, signature } = samlNamespaces;
const wholeElement = 'http://www.w3.org/2001/04/xmlenc#Element';
/**
 * How often each of these elements must occur in an encrypted response. If an element occurred more
 * often, two parsers could choose different elements.
 */
const counts = {
  Response: 1,
  EncryptedAssertion: 1,
  EncryptedData: 1,
  EncryptedKey: 1,
  EncryptionMethod: 2,
  CipherData: 2,
  CipherValue: 2,
  CipherReference: 0,
  Assertion: 0,
};

/**
 * Finds the encrypted assertion of a response. Its key may be inside the encrypted data or beside
 * it (SAML 2.0 Core, 2.3.4; XML Encryption 1.1, 3).
 * @returns undefined if the response has none
 * @throws SamlError for any structure that two parsers could interpret differently
 */
export const findEncryptedAssertion = ({ root }: SamlResponse): EncryptedResponse | undefined =>
  throwBadXmlAsSamlError(() => {
    const all = allElementsOf(root);
    return all.some((e) => e.localName === 'EncryptedAssertion') ? examined(root, all) : undefined;
  });

function examined(root: Element, all: readonly Element[]): EncryptedResponse {
  mustHaveUniqueIds(all);
  mustHaveSuccessStatus(root);
  const named = (name: string) => all.filter((e) => e.localName === name);
  for (const [name, count] of Object.entries(counts))
    if (named(name).length > count) throw ambiguousResponseError();
  const whole = onlyChild(root, assertion, 'EncryptedAssertion');
  const data = whole && onlyChild(whole, encryption, 'EncryptedData');
  if (!whole || !data) throw new SamlError('malformed_response');
  if (![null, wholeElement].includes(attributeOf(data, 'Type')))
    throw new SamlError('malformed_response');
  const key =
    onlyChild(onlyChild(data, signature, 'KeyInfo'), encryption, 'EncryptedKey') ??
    onlyChild(whole, encryption, 'EncryptedKey');
  if (!key) throw new SamlError('malformed_response');
  const signatures = named('Signature');
  for (const one of signatures) mustBeSignatureOfParent(one, [root]);
  if (signatures.length > 1) throw ambiguousResponseError();
  return {
    root,
    isSigned: signatures.length === 1,
    key: encryptedBy(key),
    content: encryptedBy(data),
  };
}

/** @throws SamlError malformed_response */
function encryptedBy(element: Element): Ciphertext {
  const method = onlyChild(element, encryption, 'EncryptionMethod');
  const value = onlyChild(onlyChild(element, encryption, 'CipherData'), encryption, 'CipherValue');
  const text = textOf(value).replace(/\s+/g, '');
  if (!method || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new SamlError('malformed_response');
  return { method, value: Buffer.from(text, 'base64') };
}

const escaped = (text: string) =>
  text.replace(/[<>&"'\t\r\n]/g, (c) => `&#${String(c.charCodeAt(0))};`);

/**
 * Builds the response that the provider would have sent without encryption: a new envelope with the
 * attributes of the given one, and the decrypted assertion, byte for byte. The result is checked
 * like any other response. The decrypted assertion must be a complete document by itself, so that
 * the envelope cannot change its meaning.
 * @throws SamlError
 */
export function decryptResponse(encrypted: EncryptedResponse, privateKey: KeyObject): SamlResponse {
  const { root, key, content } = encrypted;
  const text = decipher(key, content, privateKey)
    .replace(/^\s*<\?xml\s[^<>]*\?>/, '')
    .trim();
  const inside = throwBadXmlAsSamlError(() => parseXml(text, responseXmlBounds));
  const { documentElement: said } = inside;
  if (said.namespaceURI !== assertion || said.localName !== 'Assertion')
    throw new SamlError('no_assertion');
  if (inside.childNodes.length !== 1) throw ambiguousResponseError();
  const attribute = (name: string) => {
    const value = attributeOf(root, name);
    return value === null ? '' : ` ${name}="${escaped(value)}"`;
  };
  const issuer = onlyChild(root, assertion, 'Issuer');
  return parseSamlResponse(
    Buffer.from(
      `<envelope:Response xmlns:envelope="${protocol}" Version="2.0"` +
        `${attribute('ID')}${attribute('Destination')}${attribute('InResponseTo')}>` +
        (issuer
          ? `<issuer:Issuer xmlns:issuer="${assertion}">${escaped(textOf(issuer))}</issuer:Issuer>`
          : '') +
        `<envelope:Status><envelope:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>` +
        `</envelope:Status>${text}</envelope:Response>`,
    ).toString('base64'),
  );
}
