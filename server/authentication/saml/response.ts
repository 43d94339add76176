import { SamlError } from './saml-error';
import { mustSignItsParent } from './signature-shape';
import { attributeOf, BadXml, everyElement, namespaces, onlyChild, parseXml, textOf } from './xml';

export interface OpenedResponse {
  issuer: string | null;
  destination: string | null;
  isSigned: boolean;
}

const { protocol, assertion } = namespaces;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Which request a response says that it answers: enough to find out whom to ask further.
 * @param encoded the form's SAMLResponse
 * @throws Refused
 */
export function requestAnsweredBy(encoded: string): string {
  return reading(encoded, (root) => {
    const id = attributeOf(root, 'InResponseTo');
    if (!id) throw new SamlError('unsolicited');
    return id;
  });
}

/**
 * Looks at a response before anything in it is believed, and refuses every shape that could be read
 * in two ways: more than one assertion wherever it hides, signatures in other places than right
 * below what they sign, ids that occur twice (signature wrapping). Nothing that this answers is
 * proven yet.
 * @throws Refused
 */
export const openResponse = (encoded: string): OpenedResponse => reading(encoded, examine);

function reading<T>(encoded: string, read: (root: Element) => T): T {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded.replace(/\s+/g, '')))
    throw new SamlError('malformed_response');
  try {
    const root = parseXml(Buffer.from(encoded, 'base64').toString('utf8')).documentElement;
    if (
      root.namespaceURI !== protocol ||
      root.localName !== 'Response' ||
      attributeOf(root, 'Version') !== '2.0'
    )
      throw new SamlError('malformed_response');
    return read(root);
  } catch (error) {
    if (error instanceof BadXml)
      throw new SamlError(error.fault === 'document_type' ? 'document_type' : 'malformed_response');
    throw error;
  }
}

function examine(root: Element): OpenedResponse {
  const all = everyElement(root);
  mustNameNothingTwice(all);
  mustHaveSucceeded(root);
  const named = (name: string) => all.filter((e) => e.localName === name);
  if (named('EncryptedAssertion').length > 0) throw new SamlError('encrypted_assertion');
  const [said, ...more] = named('Assertion');
  if (!said) throw new SamlError('no_assertion');
  if (
    more.length > 0 ||
    said.parentNode !== root ||
    said.namespaceURI !== assertion ||
    named('Response').length > 1
  )
    throw new SamlError('ambiguous_response');

  const signatures = named('Signature');
  for (const one of signatures) mustSignItsParent(one, [root, said]);
  const signs = (element: Element) => signatures.filter((s) => s.parentNode === element).length;
  if (signs(root) > 1 || signs(said) > 1) throw new SamlError('ambiguous_response');
  if (signs(said) === 0) throw new SamlError('unsigned_assertion');
  const issuer = onlyChild(root, assertion, 'Issuer');
  return {
    issuer: issuer ? textOf(issuer) : null,
    destination: attributeOf(root, 'Destination'),
    isSigned: signs(root) === 1,
  };
}

function mustNameNothingTwice(all: readonly Element[]): void {
  const names = all
    .flatMap((e) => Array.from(e.attributes))
    .filter((a) => /^(?:(?!xmlns:)[^:]+:)?id$/i.test(a.name))
    .map((a) => a.value);
  if (new Set(names).size < names.length) throw new SamlError('ambiguous_response');
}

/** An unsigned no is a no too: it lets nobody in. */
function mustHaveSucceeded(root: Element): void {
  const code = onlyChild(onlyChild(root, protocol, 'Status'), protocol, 'StatusCode');
  if (!code) throw new SamlError('malformed_response');
  if (attributeOf(code, 'Value') === success) return;
  const said = [code, onlyChild(code, protocol, 'StatusCode')]
    .map((e) => e && attributeOf(e, 'Value')?.split(':').at(-1))
    .filter((v) => v !== undefined);
  throw new SamlError('provider_refused', said.join(', ').slice(0, 200));
}
