import { SamlError } from './saml-error';
import { attributeOf, childrenOf, everyElement, namespaces, onlyChild } from './xml';

const { signature } = namespaces;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** SHA-1 and anything with a shared secret are out. */
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
 * What the verifier looks for by its local name, wherever in the signature it stands: a second one
 * would be read instead of the signed one.
 */
const read = [
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

const ambiguous = () => new SamlError('ambiguous_response');

/** Exactly these children, in this order and of the signature's own namespace. @throws Refused */
function mustHold(element: Element, names: readonly string[]): void {
  const children = childrenOf(element);
  if (
    children.length !== names.length ||
    children.some((child, i) => child.namespaceURI !== signature || child.localName !== names[i])
  )
    throw ambiguous();
}

/**
 * A signature right below what it signs and in the one shape that SAML has it in (SAML core, 5.4):
 * one reference, to its parent, nothing twice and nothing in two places, so that whatever is
 * verified is what was looked at here.
 * @throws Refused
 */
export function mustSignItsParent(element: Element, signable: readonly Element[]): void {
  const parent = signable.find((e) => e === element.parentNode);
  if (!parent || element.namespaceURI !== signature) throw ambiguous();
  const info = onlyChild(element, signature, 'SignedInfo');
  const reference = onlyChild(info, signature, 'Reference');
  const id = attributeOf(parent, 'ID');
  if (!info || !reference || !id || attributeOf(reference, 'URI') !== `#${id}`) throw ambiguous();
  const [keyInfo] = childrenOf(element, signature, 'KeyInfo');
  mustHold(element, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])]);
  mustHold(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  const transforms = onlyChild(reference, signature, 'Transforms');
  mustHold(reference, [...(transforms ? ['Transforms'] : []), 'DigestMethod', 'DigestValue']);
  if (keyInfo && everyElement(keyInfo).some((e) => e !== keyInfo && read.includes(e.localName)))
    throw ambiguous();

  const used = everyElement(element);
  // A comment within a digest was once read in two ways (CVE-2025-29775).
  if (used.some((e) => Array.from(e.childNodes).some((n) => n.nodeType !== 1 && n.nodeType !== 3)))
    throw ambiguous();
  for (const e of used) {
    const allowed = algorithms.get(e.localName);
    const algorithm = attributeOf(e, 'Algorithm') ?? '';
    if (allowed && !allowed.includes(algorithm))
      throw new SamlError('weak_algorithm', algorithm.slice(0, 200));
  }
}
