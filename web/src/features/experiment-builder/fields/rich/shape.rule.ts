import { styleDeclarationsOf, unsupportedStyleIn } from './looks.rule';
import { styleDataAttribute, parseHtml } from './parsed.rule';

const inlines: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 'span']);
const blocks: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
]);
/** Elements whose nesting order makes no visible difference. */
const unordered: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em']);
const withoutChildren: ReadonlySet<string> = new Set(['br', 'hr']);

export type UnsupportedMarkup =
  | { what: 'element' | 'attribute' | 'style'; name: string }
  | { what: 'comment' | 'nesting' };

/**
 * Finds the first part of a text that the editor of formatted text does not support; null if it
 * supports everything.
 */
export function unsupportedMarkupIn(node: Node): UnsupportedMarkup | null {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.COMMENT_NODE) return { what: 'comment' };
    if (!(child instanceof Element)) continue;
    const name = child.localName;
    if (!inlines.has(name) && !blocks.has(name) && !withoutChildren.has(name))
      return { what: 'element', name };
    for (const one of child.attributes) {
      if (
        one.name !== styleDataAttribute ||
        withoutChildren.has(name) ||
        ['ul', 'ol', 'li'].includes(name)
      )
        return { what: 'attribute', name: one.name.replace(styleDataAttribute, 'style') };
      const look = unsupportedStyleIn(one.value);
      if (look !== null) return { what: 'style', name: look };
    }
    const inside = unsupportedMarkupIn(child);
    if (inside) return inside;
  }
  return null;
}

type Shape =
  | { text: string; formats: string[] }
  | { tag: string; formats: string[]; inside: Shape[] };
const isText = (one: Shape | undefined): one is Extract<Shape, { text: string }> =>
  one !== undefined && 'text' in one;
const space = /[ \t\r\n\f]+/g;

/**
 * Writes the attributes of an element as one text, so that elements can be compared. A style is
 * written as its list of declarations.
 */
const attributesOf = (element: Element): string =>
  [...element.attributes]
    .map(({ name, value }) => {
      const pairs = name === styleDataAttribute ? styleDeclarationsOf(value) : null;
      return `${name}=${JSON.stringify(pairs ?? value)}`;
    })
    .toSorted()
    .join(' ');

/** Sorts the formats whose nesting order does not matter, and puts them before the others. */
const sortedFormats = (formats: readonly string[]): string[] => [
  ...formats.filter((one) => unordered.has(one)).toSorted(),
  ...formats.filter((one) => !unordered.has(one)),
];

function flatten(node: Node, formats: readonly string[], into: Shape[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      const tag = `${child.localName} ${attributesOf(child)}`.trim();
      if (inlines.has(child.localName)) {
        const before = into.length;
        flatten(child, [...formats, tag], into);
        // An empty element has no text that could carry its format, so the element itself is
        // compared.
        if (into.length === before) into.push({ tag: `empty ${tag}`, formats: [], inside: [] });
      } else {
        // Of the formats around a line break, only the size makes a visible difference.
        const around =
          child.localName === 'br' ? formats.filter((one) => one.includes('size')) : formats;
        const one: Shape = { tag, formats: sortedFormats(around), inside: [] };
        flatten(child, [], one.inside);
        into.push(one);
      }
    } else if (child.nodeType === Node.TEXT_NODE) {
      const last = into.at(-1);
      const own = sortedFormats(formats);
      const text = child.textContent ?? '';
      if (isText(last) && last.formats.join() === own.join()) last.text += text;
      else if (text !== '') into.push({ text, formats: own });
    } else
      into.push({ tag: `other ${child.nodeType} ${child.textContent}`, formats: [], inside: [] });
  }
}

/** Collapses white space as a browser does: to one space, and to nothing at the edges of a line. */
function collapsed(shapes: readonly Shape[]): Shape[] {
  const out: Shape[] = [];
  /** Whether white space is dropped here: the text so far ends with a space, or a line begins. */
  let spaced = true;
  const trimEnd = () => {
    const last = out.at(-1);
    if (!isText(last) || !last.text.endsWith(' ')) return;
    last.text = last.text.slice(0, -1);
    if (last.text === '') out.pop();
  };
  for (const one of shapes) {
    if (isText(one)) {
      let text = one.text.replaceAll(space, ' ');
      if (spaced && text.startsWith(' ')) text = text.slice(1);
      if (text === '') continue;
      spaced = text.endsWith(' ');
      const last = out.at(-1);
      if (isText(last) && last.formats.join() === one.formats.join()) last.text += text;
      else out.push({ ...one, text });
    } else {
      trimEnd();
      out.push({ ...one, inside: collapsed(one.inside) });
      spaced = true;
    }
  }
  trimEnd();
  return out;
}

/**
 * Converts an HTML text to a comparable form: two texts with the same form look and read the same.
 * Returns null if `parseHtml` cannot parse the text.
 */
export function comparableHtmlOf(html: string): string | null {
  const fragment = parseHtml(html);
  if (!fragment) return null;
  const shapes: Shape[] = [];
  flatten(fragment, [], shapes);
  return JSON.stringify(collapsed(shapes));
}
