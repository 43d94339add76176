/**
 * The attribute that a style has while it is read: a page whose policy forbids styles in attributes
 * reports each one that is parsed, also in a document of its own.
 */
export const lookAttribute = 'data-look';

/** A tag whose attributes all stand in quotation marks, as editors write them. */
const plainTag = /<\/?[a-z][a-z0-9-]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*\s*\/?>/gi;
const styleName = /(\s)style(?=\s*=)/gi;
/** A value in quotation marks, or what is between them. */
const quoted = /("[^"]*"|'[^']*')/;

const withoutStyles = (tag: string): string =>
  tag
    .split(quoted)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(styleName, `$1${lookAttribute}`) : part))
    .join('');

/**
 * The elements of a text in a document of its own, their styles as `data-look`: nothing in it runs,
 * is loaded or is shown. Null where a `<` begins no plain tag, and for a text that has such attributes.
 */
export function parsed(html: string): DocumentFragment | null {
  if (html.includes(lookAttribute) || html.replaceAll(plainTag, '').includes('<')) return null;
  const holder = document.createElement('template');
  holder.innerHTML = html.replaceAll(plainTag, withoutStyles);
  return holder.content;
}
