import { attributeOf, BadXml, childrenOf, everyElement, namespaces, onlyChild, parseXml, textOf } from './xml';
import { Refused } from './refusal';

export interface OpenedResponse { issuer: string | null; destination: string | null; isSigned: boolean }

const { protocol, assertion, signature } = namespaces;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** SHA-1 and anything with a shared secret are out. */
const algorithms = new Map([
  ['SignatureMethod', ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1']],
  ['DigestMethod', ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']],
  ['CanonicalizationMethod', ['http://www.w3.org/2001/10/xml-exc-c14n#']],
  ['Transform', ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#']],
]);

/** Which request a response says that it answers: enough to find out whom to ask further. @param encoded the form's SAMLResponse @throws Refused */
export function requestAnsweredBy(encoded: string): string {
  return reading(encoded, (root) => {
    const id = attributeOf(root, 'InResponseTo');
    if (!id) throw new Refused('unsolicited');
    return id;
  });
}

/**
 * Looks at a response before anything in it is believed, and refuses every shape that could be read in two ways: more than one assertion wherever it
 * hides, signatures in other places than right below what they sign, ids that occur twice (signature wrapping). Nothing that this answers is proven yet.
 * @throws Refused
 */
export const openResponse = (encoded: string): OpenedResponse => reading(encoded, examine);

function reading<T>(encoded: string, read: (root: Element) => T): T {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded.replace(/\s+/g, ''))) throw new Refused('malformed_response');
  try {
    const root = parseXml(Buffer.from(encoded, 'base64').toString('utf8')).documentElement;
    if (root.namespaceURI !== protocol || root.localName !== 'Response' || attributeOf(root, 'Version') !== '2.0') throw new Refused('malformed_response');
    return read(root);
  } catch (error) {
    if (error instanceof BadXml) throw new Refused(error.fault === 'document_type' ? 'document_type' : 'malformed_response');
    throw error;
  }
}

function examine(root: Element): OpenedResponse {
  const all = everyElement(root);
  mustNameNothingTwice(all);
  mustHaveSucceeded(root);
  const named = (name: string) => all.filter((e) => e.localName === name);
  if (named('EncryptedAssertion').length > 0) throw new Refused('encrypted_assertion');
  const [said, ...more] = named('Assertion');
  if (!said) throw new Refused('no_assertion');
  if (more.length > 0 || said.parentNode !== root || said.namespaceURI !== assertion || named('Response').length > 1) throw new Refused('ambiguous_response');

  const signatures = named('Signature');
  for (const one of signatures) mustSignItsParent(one, [root, said]);
  const signs = (element: Element) => signatures.filter((s) => s.parentNode === element).length;
  if (signs(root) > 1 || signs(said) > 1) throw new Refused('ambiguous_response');
  if (signs(said) === 0) throw new Refused('unsigned_assertion');
  const issuer = onlyChild(root, assertion, 'Issuer');
  return { issuer: issuer ? textOf(issuer) : null, destination: attributeOf(root, 'Destination'), isSigned: signs(root) === 1 };
}

function mustNameNothingTwice(all: readonly Element[]): void {
  const names = all.flatMap((e) => Array.from(e.attributes)).filter((a) => /^(?:xml:)?id$/i.test(a.name)).map((a) => a.value);
  if (new Set(names).size < names.length) throw new Refused('ambiguous_response');
}

/** An unsigned no is a no too: it lets nobody in. */
function mustHaveSucceeded(root: Element): void {
  const code = onlyChild(onlyChild(root, protocol, 'Status'), protocol, 'StatusCode');
  if (!code) throw new Refused('malformed_response');
  if (attributeOf(code, 'Value') === success) return;
  const said = [code, onlyChild(code, protocol, 'StatusCode')].map((e) => e && attributeOf(e, 'Value')?.split(':').at(-1)).filter((v) => v !== undefined);
  throw new Refused('provider_refused', said.join(', ').slice(0, 200));
}

function mustSignItsParent(element: Element, signable: readonly Element[]): void {
  const parent = signable.find((e) => e === element.parentNode);
  if (!parent || element.namespaceURI !== signature) throw new Refused('ambiguous_response');
  const info = onlyChild(element, signature, 'SignedInfo');
  const reference = onlyChild(info, signature, 'Reference');
  if (!info || !reference || attributeOf(reference, 'URI') !== `#${attributeOf(parent, 'ID') ?? ''}`) throw new Refused('ambiguous_response');
  if (childrenOf(element, signature, 'Object').length > 0) throw new Refused('ambiguous_response');
  const used = everyElement(info);
  // A comment within a digest was once read in two ways (CVE-2025-29775).
  if (used.some((e) => Array.from(e.childNodes).some((n) => n.nodeType !== 1 && n.nodeType !== 3))) throw new Refused('ambiguous_response');
  for (const e of used) {
    const allowed = algorithms.get(e.localName);
    const algorithm = attributeOf(e, 'Algorithm') ?? '';
    if (allowed && !allowed.includes(algorithm)) throw new Refused('weak_algorithm', algorithm.slice(0, 200));
  }
}
