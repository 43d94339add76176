import { isUtf8 } from 'node:buffer';

/**
 * Media types of texts. Browsers decode them by the charset of the response, else by the file's own
 * declaration, else by a guess.
 */
const ofText = /^text\/(?:html|javascript|css|plain|csv|tab-separated-values|vtt)$/;
const ofData = /^(?:application\/(?:json|manifest\+json|xml|xhtml\+xml)|image\/svg\+xml)$/;
export const isTextMimeType = (mime: string): boolean => ofText.test(mime) || ofData.test(mime);

/**
 * How many bytes of a file this server searches for a declaration of the encoding. Browsers search
 * the first 1,024 bytes of a page and also the rest of its head, so the limit is much higher.
 */
export const charsetSearchBytes = 65_536;

const metaTag = /<meta\b[^>]{0,400}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;
const xml = /^\s{0,9}<\?xml\s[^>]{0,200}\bencoding\s{0,9}=/;

/**
 * Returns the charset that browsers use if a page declares the given one. Browsers read the
 * declaration as ASCII, so a page that declares UTF-16 cannot be UTF-16: they decode it as UTF-8.
 */
const readable = (charset: string): string =>
  /^utf-?16/i.test(charset)
    ? 'utf-8'
    : charset.toLowerCase() === 'x-user-defined'
      ? 'windows-1252'
      : charset;

/**
 * Finds a file's own declaration of its encoding: a byte order mark, a `<meta>` tag of a page,
 * `@charset` in a style sheet, or an XML declaration.
 * @returns null if there is no declaration. `charset` is the charset in a page's tag; null for any
 * other declaration. The response must also state the charset of a tag: this server inserts scripts
 * into the head, which may move the tag beyond the bytes that browsers search
 */
export function declaredCharset(begins: Buffer, mime: string): { charset: string | null } | null {
  if (/^(?:efbbbf|fffe|feff)/.test(begins.toString('hex', 0, 3))) return { charset: null };
  const text = begins.toString('latin1', 0, charsetSearchBytes);
  if (mime === 'text/html') {
    const [, charset] = metaTag.exec(text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')) ?? [];
    return charset === undefined ? null : { charset: readable(charset) };
  }
  const isDeclared =
    mime === 'text/css' ? text.startsWith('@charset "') : /xml$/.test(mime) && xml.test(text);
  return isDeclared ? { charset: null } : null;
}

/** Checks whether bytes that arrive in parts are UTF-8. */
export class Utf8Check {
  private rest = Buffer.of();
  private isValid = true;

  add(part: Uint8Array): void {
    if (!this.isValid) return;
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, part]) : Buffer.from(part);
    // A character may be cut off at the end of a part; its first bytes are checked with the next
    // part.
    const whole = wholeCharacters(bytes);
    this.isValid = isUtf8(bytes.subarray(0, whole));
    this.rest = Buffer.from(bytes.subarray(whole));
  }
  end(): boolean {
    return this.isValid && isUtf8(this.rest);
  }
}

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) return bytes.length;
  }
  return bytes.length;
}
