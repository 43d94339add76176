/**
 * The attribute that stands for `style` while a text is parsed. The page's Content Security Policy
 * forbids style attributes, and browsers report each of them, even in a separate document.
 */
export const styleDataAttribute = 'data-look';

/** A tag whose attributes are all in quotation marks, as text editors write them. */
const plainTag = /<\/?[a-z][a-z0-9-]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*\s*\/?>/gi;
const styleName = /(\s)style(?=\s*=)/gi;
/**
 * Matches an attribute value with its quotation marks. `split` therefore returns text and values by
 * turns.
 */
const quoted = /("[^"]*"|'[^']*')/;

const withoutStyles = (tag: string): string =>
  tag
    .split(quoted)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(styleName, `$1${styleDataAttribute}`) : part))
    .join('');

/**
 * Parses an HTML text in a separate document, with its styles in `data-look` attributes, so that
 * nothing in it runs, loads or is shown. Returns null if a `<` does not begin a plain tag, or if
 * the text has `data-look` attributes of its own.
 */
export function parseHtml(html: string): DocumentFragment | null {
  if (html.includes(styleDataAttribute) || html.replaceAll(plainTag, '').includes('<')) return null;
  const holder = document.createElement('template');
  holder.innerHTML = html.replaceAll(plainTag, withoutStyles);
  return holder.content;
}
