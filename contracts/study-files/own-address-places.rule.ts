import { mayLeaveFolder } from './own-addresses.rule';

/** An address in a file that may point outside of the study's folder. */
export interface AddressOccurrence {
  /** The index at which the path of the address begins. */
  from: number;
  to: number;
  /** The address as written in the file. */
  text: string;
  /**
   * The kind of the address:
   * - `address`: relative to the file that contains it;
   * - `page`: in a script, relative to the page that loads the script;
   * - `base`: the `href` of a `<base>`, to which the page's other addresses are relative;
   * - `beginning`: only the first part of an address, such as `'../a/' + name`, or a folder in an
   *   import map.
   */
  how: 'address' | 'page' | 'base' | 'beginning';
}
export interface PageAddresses {
  places: AddressOccurrence[];
  /**
   * Whether the page has a `<base>`. If so, its other addresses are relative to the address of the
   * `<base>`.
   */
  hasBase: boolean;
}

function placeAt(
  text: string,
  from: number,
  how: AddressOccurrence['how'] = 'address',
): AddressOccurrence[] {
  const begins = from + (/^\s*/.exec(text)?.[0].length ?? 0);
  const [path = ''] = text.trim().split(/[?#]/, 1);
  return mayLeaveFolder(path) ? [{ from: begins, to: begins + path.length, text: path, how }] : [];
}

const out = String.raw`(?:\/(?![/\\])|(?:\.\/){0,3}\.\.\/)`;
const gap = String.raw`\s{0,20}`;

const styled = new RegExp(`(?:url\\(${gap}["']?|@import${gap}["'])(${out}[^"')\\s]{0,2000})`, 'gi');
/**
 * Finds the addresses in a style sheet or a style attribute.
 * @param offset the place in the file at which the text begins
 */
export const addressesInStyle = (text: string, offset = 0): AddressOccurrence[] =>
  [...text.matchAll(styled)].flatMap(({ 0: whole, 1: address = '', index }) =>
    placeAt(address, offset + index + whole.length - address.length),
  );

const imported = new RegExp(
  `\\b(?:from|import)${gap}\\(?${gap}(?:/\\*[^*]{0,200}\\*/${gap})?(["'\`])(${out}[^"'\`$\\n]{0,400})(?:\\1(${gap}\\+)?|(\\$)\\{)`,
  'g',
);
const leading = new RegExp(
  `\\blocation(?:(?:\\.href)?${gap}=${gap}|\\.(?:assign|replace)\\(${gap})(["'\`])(${out}[^"'\`$\\n]{0,400})\\1(?!${gap}\\+)`,
  'g',
);
/**
 * Finds the addresses of the modules that a script imports, and of the pages that it opens.
 * Addresses of its other requests are known only when it makes them.
 */
export function addressesInScript(text: string, offset = 0): AddressOccurrence[] {
  const places: AddressOccurrence[] = [];
  for (const { 0: whole, 1: quote = '', 2: address = '', 3: sum, 4: open, index } of text.matchAll(
    imported,
  )) {
    const at = offset + index + whole.indexOf(quote + address) + 1;
    const isWhole = sum === undefined && open === undefined;
    places.push(...placeAt(address, at, isWhole ? 'address' : 'beginning'));
  }
  for (const { 0: whole, 1: quote = '', 2: address = '', index } of text.matchAll(leading))
    places.push(...placeAt(address, offset + index + whole.indexOf(quote + address) + 1, 'page'));
  return places;
}

const mapped = /"((?:[^"\\\n]|\\.){1,2000})"/g;
const placesInMap = (text: string, offset: number): AddressOccurrence[] =>
  [...text.matchAll(mapped)].flatMap(({ 1: address = '', index }) =>
    // A string followed by a colon is a key: the name of a module, not an address.
    /^\s{0,20}:/.test(text.slice(index + address.length + 2, index + address.length + 23))
      ? []
      : placeAt(address, offset + index + 1, address.endsWith('/') ? 'beginning' : 'address'),
  );

const loading = new Set([
  'src',
  'href',
  'poster',
  'action',
  'formaction',
  'background',
  'xlink:href',
]);
interface Attribute {
  name: string;
  value: string;
  at: number;
}
function placesInAttribute(tag: string, { name, value, at }: Attribute): AddressOccurrence[] {
  if (tag === 'base') return name === 'href' ? placeAt(value, at, 'base') : [];
  if (loading.has(name) || (tag === 'object' && name === 'data')) return placeAt(value, at);
  if (name === 'style') return addressesInStyle(value, at);
  if (/^on[a-z]/.test(name)) return addressesInScript(value, at);
  if (name === 'srcset' || name === 'imagesrcset')
    return [...value.matchAll(/(?:^|,)\s{0,20}([^\s,]{1,2000})/g)].flatMap((found) =>
      placeAt(found[1] ?? '', at + found.index + found[0].length - (found[1]?.length ?? 0)),
    );
  if (tag !== 'meta' || name !== 'content') return [];
  const [whole = '', to = ''] =
    /^[^a-z]{0,20}url\s{0,9}=\s{0,9}["']?([^"'\s]{1,2000})/i.exec(value) ?? [];
  return placeAt(to, at + whole.length - to.length);
}

const between = /[\s/]+/y;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y;
/**
 * Reads the attributes of a tag, beginning after the tag's name; `end` is the index at which the
 * tag ends.
 */
function attributesFrom(html: string, start: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  let at = start;
  while (at < html.length && html[at] !== '>') {
    between.lastIndex = at;
    if (between.test(html)) {
      at = between.lastIndex;
      continue;
    }
    attribute.lastIndex = at;
    const [whole = '', name = '', double, single, bare] = attribute.exec(html) ?? [];
    const value = double ?? single ?? bare;
    at += Math.max(1, whole.length);
    if (value === undefined) continue;
    const ends = at - (bare === undefined ? 1 : 0);
    attributes.push({ name: name.toLowerCase(), value, at: ends - value.length });
  }
  return { attributes, end: at + 1 };
}

/** Finds the addresses in the markup of a page, in its styles and in its inline scripts. */
export function addressesInPage(html: string): PageAddresses {
  const places: AddressOccurrence[] = [];
  let hasBase = false;
  const opening = /<(!--|[a-z][^\s/>]*)/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const tag = (found[1] ?? '').toLowerCase();
    if (tag.startsWith('!--')) {
      const end = html.indexOf('-->', found.index + 4);
      if (end < 0) break;
      opening.lastIndex = end + 3;
      continue;
    }
    const { attributes, end } = attributesFrom(html, opening.lastIndex);
    for (const one of attributes) places.push(...placesInAttribute(tag, one));
    hasBase ||= tag === 'base' && attributes.some(({ name }) => name === 'href');
    opening.lastIndex = end;
    if (tag !== 'script' && tag !== 'style') continue;
    const closing = new RegExp(`</${tag}`, 'gi');
    closing.lastIndex = end;
    const until = closing.exec(html)?.index ?? html.length;
    const content = html.slice(end, until);
    const type = attributes.find(({ name }) => name === 'type')?.value.toLowerCase() ?? '';
    if (tag === 'style') places.push(...addressesInStyle(content, end));
    else if (type === 'importmap') places.push(...placesInMap(content, end));
    else if (!type || /module|javascript/.test(type))
      places.push(...addressesInScript(content, end));
    opening.lastIndex = until;
  }
  return { places, hasBase };
}

/**
 * Whether a text can contain an address that points outside of the folder. Most texts cannot, and
 * need not be searched.
 */
export const mayContainAddresses = (text: string): boolean =>
  /["'`=(,\s](?:\.\/)*(?:\/[\w.%-]|\.\.\/|\/["'])/.test(text);
