import { DOMParser, type Mark, type Node as RichNode } from 'prosemirror-model';
import { richTextSchema } from './schema';
import { parseHtml } from './parsed.rule';
import { comparableHtmlOf, unsupportedMarkupIn, type UnsupportedMarkup } from './shape.rule';

const { nodes: known } = richTextSchema;

/** Parses an HTML text, for which `whyNotRichText` must return null, into a document. */
export function richTextFromHtml(html: string): RichNode {
  return DOMParser.fromSchema(richTextSchema).parse(
    parseHtml(html) ?? document.createDocumentFragment(),
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u{a0}': '&nbsp;',
};
/** Keeps several spaces in a row visible, which browsers would otherwise collapse. */
const keptSpaces = (text: string): string =>
  text.replaceAll(/ {2,}/g, (spaces) => ` ${'\u{a0}'.repeat(spaces.length - 1)}`);
const escapedText = (text: string): string =>
  keptSpaces(text).replaceAll(/[&<>\u{a0}]/gu, (one) => escapes[one] ?? one);
const opened = (tag: string, style: unknown): string =>
  typeof style === 'string' && style !== ''
    ? `<${tag} style="${style.replaceAll(/[&"]/g, (one) => escapes[one] ?? one)}">`
    : `<${tag}>`;

const tagOf = ({ type, attrs }: Mark): string =>
  type === richTextSchema.marks.look ? 'span' : String(attrs.tag);

/** Writes the HTML of a paragraph; adjacent texts with the same format share one element. */
function inlineHtml(node: RichNode): string {
  let html = '';
  let open: readonly Mark[] = [];
  const closeTo = (depth: number) => {
    for (const mark of open.slice(depth).toReversed()) html += `</${tagOf(mark)}>`;
    open = open.slice(0, depth);
  };
  node.forEach((child) => {
    let same = 0;
    while (open[same] && child.marks[same] && open[same]?.eq(child.marks[same] as Mark)) same += 1;
    closeTo(same);
    for (const mark of child.marks.slice(same)) html += opened(tagOf(mark), mark.attrs.style);
    open = child.marks;
    html += child.isText ? escapedText(child.text ?? '') : '<br>';
  });
  closeTo(0);
  return html;
}

/**
 * Writes the HTML of a block. If the text is a single line that had no element around it, the line
 * gets none.
 */
function blockHtml(node: RichNode, alone: boolean): string {
  const { style, bare, level } = node.attrs;
  switch (node.type) {
    case known.rule:
      return '<hr>';
    case known.paragraph:
      return bare === true && style === '' && alone
        ? inlineHtml(node)
        : `${opened('p', style)}${inlineHtml(node)}</p>`;
    case known.heading:
      return `${opened(`h${level}`, style)}${inlineHtml(node)}</h${level}>`;
    default: {
      const tag = { bullet_list: 'ul', ordered_list: 'ol' }[node.type.name] ?? 'li';
      return `<${tag}>${htmlFromRichText(node)}</${tag}>`;
    }
  }
}

export function htmlFromRichText(parent: RichNode): string {
  let html = '';
  parent.forEach((child) => {
    html += blockHtml(child, parent.childCount === 1);
  });
  return html;
}

/** Returns what formatted editing would change in a text; null if it would change nothing. */
export function whyNotRichText(html: string): UnsupportedMarkup | null {
  if (html.includes('<!')) return { what: 'comment' };
  const fragment = parseHtml(html);
  if (!fragment) return { what: 'nesting' };
  const strange = unsupportedMarkupIn(fragment);
  if (strange) return strange;
  return comparableHtmlOf(htmlFromRichText(richTextFromHtml(html))) === comparableHtmlOf(html)
    ? null
    : { what: 'nesting' };
}
