/**
 * How many characters of a page are searched for its head. If the head does not begin there,
 * scripts are inserted where the search ends.
 */
const lookedAt = 65_536;
/**
 * How many bytes are enough to search for the head: two for each character of UTF-16, and two for
 * its byte order mark.
 */
export const pageBeginningBytes = 2 * lookedAt + 2;

const spaces = /^[\t\n\f\r ]+/;
const comment = /^<!--[\s\S]*?-->/;
/** Matches a whole tag with this name, whatever its attributes contain. */
const tag = (name: string) => new RegExp(`^<${name}(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>`, 'i');
const doctype = /^<!doctype[^>]*>/i;
const [html, head] = [tag('html'), tag('head')];

/**
 * Finds the index at which the content of a page's head begins: after the tag `<head>`, or where
 * browsers would insert this tag.
 * @param page the beginning of the page
 */
function headBegins(page: string): number {
  let at = page.startsWith('\ufeff') ? 1 : 0;
  const skip = (...patterns: RegExp[]) => {
    for (let found = true; found;) {
      const [text] = patterns.map((one) => one.exec(page.slice(at))?.[0]).filter(Boolean);
      found = text !== undefined;
      at += text?.length ?? 0;
    }
  };
  skip(spaces, comment);
  skip(doctype);
  skip(spaces, comment);
  const inside = html.exec(page.slice(at));
  at += inside?.[0].length ?? 0;
  const before = at;
  skip(spaces, comment);
  const begins = head.exec(page.slice(at));
  return begins ? at + begins[0].length : before;
}

const marks = { le: Buffer.from([0xff, 0xfe]), be: Buffer.from([0xfe, 0xff]) };
const isUtf8Mark = (page: Buffer) => page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf;

const scriptTag = /<script(?=[\t\n\f\r /])/gi;
/** The longest tag that is changed, in characters. Tags that people write are shorter. */
const tagLength = 1_000;
const source = /[\s/"']src\s*=\s*(?:["']\s*)?([^\s"'>]+)/i;
const cors = /[\s/"']crossorigin(?=[\s=/]|$)/i;
/**
 * Whether an address means one of the study's own files: it names no host, and does not begin at
 * the root, except below `/s/`.
 */
const isOwn = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/(?!s\/))/i.test(address);

/**
 * Matches hosts of jQuery and Bootstrap, which support CORS. Without `crossorigin`, their responses
 * lack the header that pages isolated by COEP require.
 */
const withCors =
  /^(?:https?:)?\/\/(?:code\.jquery\.com|ajax\.googleapis\.com|(?:maxcdn|stackpath)\.bootstrapcdn\.com)\//i;

/**
 * Adds `crossorigin` to the tags of the study's own scripts. In a page with an opaque origin, its
 * own scripts are cross-origin, too, and without CORS browsers report neither the message nor the
 * place of an error.
 * @param page the page, decoded or with one character per byte
 */
function withTellingScripts(page: string): string {
  const parts: string[] = [];
  // `end` is the first `>` after `index`. The loop searches for the next `>` only when `index` has
  // passed `end`. So it reads each character once, even if many `<script` come before one `>`.
  let [done, past, end] = [0, 0, -1];
  for (const { index } of page.matchAll(scriptTag)) {
    if (end < index) end = page.indexOf('>', index);
    if (end < 0) break;
    const begins = index + '<script'.length;
    if (index < past || end - begins > tagLength) continue;
    past = end;
    const attributes = page.slice(begins, end);
    const address = source.exec(attributes)?.[1];
    if (
      address !== undefined &&
      (isOwn(address) || withCors.test(address)) &&
      !cors.test(attributes)
    ) {
      parts.push(page.slice(done, begins), ' crossorigin');
      done = begins;
    }
  }
  return parts.join('') + page.slice(done);
}

/**
 * Inserts scripts at the beginning of a page's head, and adds `crossorigin` to the tags of the
 * study's own scripts. All other bytes stay the same, whatever the encoding.
 * @param sources the addresses of the scripts: ASCII without quotation marks
 * @param data the data attributes of the first script, by name: ASCII without quotation marks
 */
export function withFrameScript(
  page: Buffer,
  sources: readonly string[],
  data: Readonly<Record<string, string>> = {},
): Buffer {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`);
  const scripts = sources
    .map((src, i) => `<script src="${src}"${i === 0 ? attributes.join('') : ''}></script>`)
    .join('');
  return withFirstInHead(page, scripts, withTellingScripts);
}

/**
 * Inserts a text at the beginning of a page's head. The page's own bytes stay the same, unless
 * `changed` changes them.
 * @param first the inserted text, in ASCII
 * @param changed a function that may change the rest of the page, after the inserted text. Its
 * argument has one character for each byte. It is not called for a page in UTF-16
 */
export function withFirstInHead(
  page: Buffer,
  first: string,
  changed: (rest: string) => string = (rest) => rest,
): Buffer {
  const begins = page.subarray(0, 2);
  if (begins.equals(marks.le) || begins.equals(marks.be)) {
    const inserted = Buffer.from(first, 'utf16le');
    const start = Buffer.from(
      page.subarray(0, 2 * Math.floor(Math.min(page.length, 2 * lookedAt) / 2)),
    );
    if (begins.equals(marks.be)) {
      inserted.swap16();
      start.swap16();
    }
    return insertedAt(page, 2 * headBegins(start.toString('utf16le')), inserted);
  }
  // The page is read with one character per byte, so a byte order mark of UTF-8 counts as three
  // characters.
  const skipped = isUtf8Mark(page) ? 3 : 0;
  const at = skipped + headBegins(page.subarray(skipped, lookedAt).toString('latin1'));
  const rest = Buffer.from(changed(page.toString('latin1', at)), 'latin1');
  return Buffer.concat([page.subarray(0, at), Buffer.from(first), rest]);
}

const insertedAt = (page: Buffer, at: number, bytes: Buffer): Buffer =>
  Buffer.concat([page.subarray(0, at), bytes, page.subarray(at)]);
