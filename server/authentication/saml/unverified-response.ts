import { SamlError } from './saml-error';
import {
  attributeOf,
  BadXml,
  childrenOf,
  allElementsOf,
  mustBeParsable,
  samlNamespaces,
  onlyChild,
  parseXml,
  textOf,
} from './xml';
import { responseXmlBounds } from './xml-bounds';

/** A parsed response; nothing of it is verified. `in_response_to`: the id of the request that it answers. */
export interface SamlResponse {
  encoded: string;
  root: Element;
  in_response_to: string;
}
export interface SamlResponseParts {
  issuer: string | null;
  destination: string | null;
  isSigned: boolean;
  assertion: Element;
}

const { protocol, assertion, signature } = samlNamespaces;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The accepted signature algorithms. SHA-1 and algorithms with a shared secret are missing on purpose. */
const algorithms = new Map([
  [
    'SignatureMethod',
    [
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
    ],
  ],
  [
    'DigestMethod',
    ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  ],
  ['CanonicalizationMethod', [exclusive]],
  ['Transform', ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]],
]);
/**
 * Elements that xml-crypto looks for by their local name anywhere in a signature. If there were two, the unsigned one
 * could be read instead of the signed one.
 */
const readByVerifier = [
  'SignedInfo',
  'SignatureValue',
  'SignatureMethod',
  'CanonicalizationMethod',
  'Reference',
  'Transforms',
  'Transform',
  'DigestMethod',
  'DigestValue',
  'KeyInfo',
  'InclusiveNamespaces',
];

export const ambiguousResponseError = () => new SamlError('ambiguous_response');

/** @throws SamlError */
function textIn(encoded: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded.replace(/\s+/g, '')))
    throw new SamlError('malformed_response');
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/**
 * Finds, without parsing, the first request id that the form's SAMLResponse claims to answer. So only a sender who can
 * name a pending request reaches the parser. `parseSamlResponse` may find another id, so the caller must compare the
 * two.
 * @throws SamlError
 */
export function claimedRequestId(encoded: string): string {
  const text = textIn(encoded);
  const [, claimed] = /\sInResponseTo\s*=\s*["']([^"'<&]{1,200})["']/.exec(text) ?? [];
  if (claimed !== undefined) return claimed;
  throwBadXmlAsSamlError(() => mustBeParsable(text, responseXmlBounds));
  throw new SamlError('unsolicited');
}

/**
 * Finds, without parsing, the provider from which the form's SAMLResponse claims to come, in order to count refused
 * responses.
 * @returns undefined if it names no provider
 */
export function claimedIssuer(encoded: string): string | undefined {
  const [, issuer] =
    /<(?:[\w.-]{1,40}:)?Issuer(?:\s[^<>]{0,1000})?>([^<>]{1,1100})</.exec(textIn(encoded)) ?? [];
  return issuer?.trim().replaceAll('&amp;', '&');
}

/**
 * Parses the form's SAMLResponse. This is done once; all later steps use the result.
 * @throws SamlError
 */
export function parseSamlResponse(encoded: string): SamlResponse {
  const text = textIn(encoded);
  const root = throwBadXmlAsSamlError(() => parseXml(text, responseXmlBounds).documentElement);
  if (
    root.namespaceURI !== protocol ||
    root.localName !== 'Response' ||
    attributeOf(root, 'Version') !== '2.0'
  )
    throw new SamlError('malformed_response');
  const inResponseTo = attributeOf(root, 'InResponseTo');
  if (!inResponseTo) throw new SamlError('unsolicited');
  return { encoded, root, in_response_to: inResponseTo };
}

/**
 * Reads a response, and refuses every structure that two parsers could interpret differently (signature wrapping): a
 * second assertion anywhere, a signature that is not directly below the element that it signs, an id that occurs twice.
 * The result is not verified.
 * @throws SamlError
 */
export const readSamlResponseParts = ({ root }: SamlResponse): SamlResponseParts =>
  throwBadXmlAsSamlError(() => examine(root));

/**
 * Runs a function that reads XML.
 * @throws SamlError instead of BadXml
 */
export function throwBadXmlAsSamlError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadXml)
      throw new SamlError(error.fault === 'document_type' ? 'document_type' : 'malformed_response');
    throw error;
  }
}

function examine(root: Element): SamlResponseParts {
  const all = allElementsOf(root);
  mustHaveUniqueIds(all);
  mustHaveSuccessStatus(root);
  const named = (name: string) => all.filter((e) => e.localName === name);
  // Encrypted assertions were already decrypted (encrypted-response.ts). Other encrypted parts are not read.
  if (named('EncryptedAssertion').length > 0) throw ambiguousResponseError();
  if (named('EncryptedID').length + named('NewEncryptedID').length > 0)
    throw new SamlError('encrypted_name');
  const [said, ...more] = named('Assertion');
  if (!said) throw new SamlError('no_assertion');
  if (
    more.length > 0 ||
    said.parentNode !== root ||
    said.namespaceURI !== assertion ||
    named('Response').length > 1
  )
    throw ambiguousResponseError();

  const signatures = named('Signature');
  for (const one of signatures) mustBeSignatureOfParent(one, [root, said]);
  const signs = (element: Element) => signatures.filter((s) => s.parentNode === element).length;
  if (signs(root) > 1 || signs(said) > 1) throw ambiguousResponseError();
  if (signs(said) === 0) throw new SamlError('unsigned_assertion');
  const issuer = onlyChild(root, assertion, 'Issuer');
  return {
    issuer: issuer ? textOf(issuer) : null,
    destination: attributeOf(root, 'Destination'),
    isSigned: signs(root) === 1,
    assertion: said,
  };
}

/**
 * Refuses a document in which an id occurs twice, with or without a prefix.
 * @throws SamlError
 */
export function mustHaveUniqueIds(all: readonly Element[]): void {
  const names = all
    .flatMap((e) => Array.from(e.attributes))
    .filter((a) => /^(?:(?!xmlns:)[^:]+:)?id$/i.test(a.name))
    .map((a) => a.value);
  if (new Set(names).size < names.length) throw ambiguousResponseError();
}

/**
 * Refuses a response with a failure status. The status may be unsigned, because refusing needs no proof.
 * @throws SamlError
 */
export function mustHaveSuccessStatus(root: Element): void {
  const code = onlyChild(onlyChild(root, protocol, 'Status'), protocol, 'StatusCode');
  if (!code) throw new SamlError('malformed_response');
  if (attributeOf(code, 'Value') === success) return;
  const said = [code, onlyChild(code, protocol, 'StatusCode')]
    .map((e) => e && attributeOf(e, 'Value')?.split(':').at(-1))
    .filter((v) => v !== undefined);
  throw new SamlError('provider_refused', said.join(', ').slice(0, 200));
}

/**
 * Checks that an element has exactly these children, in this order, in the namespace of XML signatures.
 * @throws SamlError
 */
function mustHold(element: Element, names: readonly string[]): void {
  const children = childrenOf(element);
  if (
    children.length !== names.length ||
    children.some((child, i) => child.namespaceURI !== signature || child.localName !== names[i])
  )
    throw ambiguousResponseError();
}

/**
 * Checks a signature. It must be directly below the element that it signs, refer only to that
 * element, and contain each part once (SAML core, 5.4). Then xml-crypto verifies exactly the parts
 * that this code has examined.
 * @throws SamlError
 */
export function mustBeSignatureOfParent(element: Element, signable: readonly Element[]): void {
  const parent = signable.find((e) => e === element.parentNode);
  if (!parent || element.namespaceURI !== signature) throw ambiguousResponseError();
  const info = onlyChild(element, signature, 'SignedInfo');
  const reference = onlyChild(info, signature, 'Reference');
  const id = attributeOf(parent, 'ID');
  if (!info || !reference || !id || attributeOf(reference, 'URI') !== `#${id}`)
    throw ambiguousResponseError();
  const [keyInfo] = childrenOf(element, signature, 'KeyInfo');
  mustHold(element, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])]);
  mustHold(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  const transforms = onlyChild(reference, signature, 'Transforms');
  mustHold(reference, [...(transforms ? ['Transforms'] : []), 'DigestMethod', 'DigestValue']);
  if (
    keyInfo &&
    allElementsOf(keyInfo).some((e) => e !== keyInfo && readByVerifier.includes(e.localName))
  )
    throw ambiguousResponseError();

  const used = allElementsOf(element);
  // A signature may contain only elements and text. A comment within a DigestValue once made two parsers read different
  // digests (CVE-2025-29775).
  if (used.some((e) => Array.from(e.childNodes).some((n) => n.nodeType !== 1 && n.nodeType !== 3)))
    throw ambiguousResponseError();
  for (const e of used) {
    const allowed = algorithms.get(e.localName);
    const algorithm = attributeOf(e, 'Algorithm') ?? '';
    if (allowed && !allowed.includes(algorithm))
      throw new SamlError('weak_algorithm', algorithm.slice(0, 200));
  }
}
