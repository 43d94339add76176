import { DOMParser } from '@xmldom/xmldom';
import type { RefusedTypeReason } from '../../../../contracts/resources/file-types';
import { isDeclaredUtf8, svgDoctype } from './svg-prolog.rule';
import { elementFault, svgNamespace } from './svg-element.rule';
import { styleFault } from './svg-value.rule';

/**
 * Returns the reason to refuse an SVG; undefined if it is harmless. A harmful SVG is refused and
 * not repaired, since browsers get the file exactly as it was uploaded.
 * @param text without a byte order mark
 */
export function faultOfSvg(text: string): RefusedTypeReason | undefined {
  if (!isDeclaredUtf8(text)) return 'text_encoding';
  const plain = text.replace(svgDoctype, '');
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(plain)) return 'svg_reference';
  // Search the text for forbidden elements, too, in case browsers parse it differently from our
  // parser.
  if (/<([\w.-]+:)?(script|handler|listener)[\s>/]/i.test(plain)) return 'svg_script';
  if (/<([\w.-]+:)?foreignObject[\s>/]/i.test(plain)) return 'svg_foreign';
  // The parser is slow for unclosed processing instructions: it scans the whole text again for
  // each.
  if (plain.lastIndexOf('<?') > plain.lastIndexOf('?>')) return 'broken';
  const root = parsed(plain)?.documentElement;
  if (!root || root.namespaceURI !== svgNamespace || root.localName !== 'svg') return 'broken';
  return nodesFault(root.ownerDocument);
}

function parsed(text: string): Document | undefined {
  const refuse = (): never => {
    throw new Error('malformed');
  };
  try {
    return new DOMParser({
      locator: {},
      errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
    }).parseFromString(text, 'image/svg+xml');
  } catch {
    return undefined;
  }
}

const [elementNode, instructionNode] = [1, 7];

/** Checks the document without recursion, so that deep nesting cannot overflow the stack. */
function nodesFault(document: Document): RefusedTypeReason | undefined {
  let node: Node | null = document.firstChild;
  while (node) {
    const fault = nodeFault(node);
    if (fault) return fault;
    node = node.firstChild ?? following(node);
  }
  return undefined;
}

function following(node: Node): Node | null {
  let present: Node | null = node;
  while (present && !present.nextSibling) present = present.parentNode;
  return present?.nextSibling ?? null;
}

function nodeFault(node: Node): RefusedTypeReason | undefined {
  // Processing instructions are refused, since one may name an external style sheet.
  if (node.nodeType === instructionNode)
    return /^(xml|xpacket)$/.test(node.nodeName) ? undefined : 'svg_reference';
  if (node.nodeType !== elementNode) return undefined;
  const element = node as Element;
  return (
    elementFault(element) ??
    (element.localName === 'style' ? styleFault(element.textContent ?? '') : undefined)
  );
}
