import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/*
 * Decides whether a text of a study is harmless in a page. Elements and attributes that these lists do not name count as
 * code until they are reviewed (own-code.rule.ts).
 */

const elements: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo blockquote br button caption cite code col colgroup dd del details dfn div dl dt em fieldset ' +
    'figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd label legend li mark meter ol optgroup option p ' +
    'pre progress q rp rt ruby s samp section select small span strong sub summary sup table tbody td textarea ' +
    'tfoot th thead tr u ul var wbr'
  ).split(' '),
);
const attributes: ReadonlySet<string> = new Set(
  (
    'alt aria-describedby aria-hidden aria-label aria-labelledby checked class cols colspan disabled dir for ' +
    'headers height hidden high id label lang low max maxlength min minlength multiple name open optimum ' +
    'pattern placeholder readonly required reversed role rows rowspan scope selected size span start step ' +
    'tabindex title type value width'
  ).split(' '),
);
/** Attributes that load a file of the study, or refer to a part of its page. */
const addresses: ReadonlySet<string> = new Set(['src', 'href']);
/** Matches paths of the study's files: without scheme, host, parent folder, or a space that browsers ignore. */
const ownFile = /^files(?:\/(?!\.)[\w%.~-]+)+$/;

/** CSS functions that load nothing and reveal nothing about the device. */
const plainFunctions =
  /^(?:rgba?|hsla?|calc|min|max|clamp|translate[xy]?|rotate|scale[xy]?|repeat|minmax)$/i;
/**
 * Whether the value of a `style` attribute is harmless. Does not check at-rules, which exist only
 * in style sheets.
 */
function isPlainStyle(style: string): boolean {
  if (/[\\@<>{}"'`]|\/\*/.test(style)) return false;
  return [...style.matchAll(/([\w-]*)\s*\(/g)].every(([, name]) => plainFunctions.test(name ?? ''));
}

function isPlainAttribute(name: string, value: string): boolean {
  if (attributes.has(name) || /^data-[a-z-]+$/.test(name)) return true;
  if (name === 'style') return isPlainStyle(value);
  return addresses.has(name) && (ownFile.test(value) || (name === 'href' && /^#\w*$/.test(value)));
}

const sentinel = 'commonlab-end';
const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;

/**
 * @param outer the name of the attribute that contains the text; null for a text between tags
 * @returns whether the HTML has only harmless elements and does not affect the markup after it
 */
function isPlainWithin(markup: string, outer: string | null): boolean {
  const waiting: Tree.Node[] = [
    ...parseFragment(`${markup}<${sentinel}></${sentinel}>`).childNodes,
  ];
  let ends = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === '#comment') return false;
    if (!isElement(node)) continue;
    if (node.tagName === sentinel) {
      if (node.attrs.length > 0) return false;
      ends += 1;
      continue;
    }
    if ('content' in node) return false;
    const isOuter = node.tagName === 'i' && node.attrs.some(({ name }) => name === outer);
    if (!isOuter && !elements.has(node.tagName)) return false;
    for (const { name, value } of node.attrs)
      if (isOuter ? !isHarmlessWord(name, value) : !isPlainAttribute(name, value)) return false;
    waiting.push(...node.childNodes);
  }
  return ends === 1;
}

const outerName = 'a';
/**
 * Whether a word of a text is harmless if it becomes an attribute. This happens if a plugin puts a
 * text with quotation marks into an attribute: a quotation mark ends the attribute, and the words
 * after it become further attributes.
 */
const isHarmlessWord = (name: string, value: string) =>
  name === outerName ||
  !/^[a-z][a-z0-9:_-]*$/.test(name) ||
  (value === '' && !name.startsWith('on')) ||
  isPlainAttribute(name, value);

/** Whether a text is harmless wherever a plugin puts it in a page: between tags or within an attribute. */
export function isHarmlessInHtml(text: string): boolean {
  // A text that is an address of another host is not harmless, because a plugin could load it.
  if (/^\s*(?:[a-z][a-z0-9+.-]*:\S|\/\/)/i.test(text)) return false;
  if (!/[<>"'&]/.test(text)) return true;
  return (
    isPlainWithin(text, null) &&
    isPlainWithin(`<i ${outerName}="${text}"></i>`, outerName) &&
    isPlainWithin(`<i ${outerName}='${text}'></i>`, outerName)
  );
}
