import { DOMParser } from '@xmldom/xmldom';
import { isWithinXmlBounds, type XmlBounds } from './xml-bounds';

export const samlNamespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const;

export class BadXml extends Error {
  constructor(readonly fault: 'malformed' | 'document_type') {
    super(fault);
  }
}

const deepest = 60;

/**
 * Whether XML 1.0 (2.2) allows the character. The parser does not check this, and PostgreSQL cannot
 * store NUL.
 */
const isCharacter = (point: number) =>
  point === 9 ||
  point === 10 ||
  point === 13 ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  (point >= 0x10000 && point <= 0x10ffff);
function isText(text: string): boolean {
  for (const character of text) if (!isCharacter(character.codePointAt(0) ?? 0)) return false;
  for (const [, number = ''] of text.matchAll(/&#(x?[0-9a-f]+);/gi))
    if (!isCharacter(/^x/i.test(number) ? parseInt(number.slice(1), 16) : Number(number)))
      return false;
  return true;
}

/**
 * Refuses texts that must not reach the parser. These are texts with a document type (entities,
 * external documents), with characters that XML does not allow, or beyond the limits. The check
 * takes linear time.
 * @throws BadXml
 */
export function mustBeParsable(text: string, bounds: XmlBounds): void {
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new BadXml('document_type');
  if (!isText(text) || !isWithinXmlBounds(text, bounds)) throw new BadXml('malformed');
}

/**
 * Parses an untrusted document with the parser that node-saml uses, but strictly: a warning of the
 * parser counts as an error, and `mustBeParsable` runs first.
 * @throws BadXml
 */
export function parseXml(text: string, bounds: XmlBounds): Document {
  mustBeParsable(text, bounds);
  let document: Document | undefined;
  try {
    const refuse = (): never => {
      throw new BadXml('malformed');
    };
    document = new DOMParser({
      locator: {},
      errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
    }).parseFromString(text, 'text/xml');
  } catch {
    throw new BadXml('malformed');
  }
  // For an empty text the parser returns undefined, although its type says otherwise.
  if (!(document as Document | undefined)?.documentElement) throw new BadXml('malformed');
  return document;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Lists the child elements. A given namespace or local name selects among them. */
export function childrenOf(parent: Element, namespace?: string, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (
      isElement(node) &&
      (namespace === undefined || node.namespaceURI === namespace) &&
      (name === undefined || node.localName === name)
    )
      found.push(node);
  }
  return found;
}

/**
 * Returns the child of this name, if there is exactly one.
 * @returns undefined if there is none or more than one
 */
export function onlyChild(
  parent: Element | undefined,
  namespace: string,
  name: string,
): Element | undefined {
  const found = parent ? childrenOf(parent, namespace, name) : [];
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Lists all elements of a document, in no particular order. Does not use recursion, so that nesting
 * cannot exhaust the stack.
 * @throws BadXml if elements are nested too deeply
 */
export function allElementsOf(root: Element): Element[] {
  const found: Element[] = [];
  const waiting: { element: Element; depth: number }[] = [{ element: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > deepest) throw new BadXml('malformed');
    found.push(next.element);
    for (const child of childrenOf(next.element))
      waiting.push({ element: child, depth: next.depth + 1 });
  }
  return found;
}

/** Returns the complete text of an element, even if a comment splits it. */
export const textOf = (element: Element | undefined): string => (element?.textContent ?? '').trim();

export const attributeOf = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;
