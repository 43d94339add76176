/**
 * Matches document types that programs such as matplotlib write at the beginning of an SVG. They
 * refer to a document of the W3C that no browser loads. Other document types, such as those with
 * entities, do not match.
 */
export const svgDoctype =
  /<!DOCTYPE\s+svg\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,20}\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]{1,80}"\s*>/;

/**
 * Whether a text begins as an SVG.
 * @param text the document without the white space, comments and processing instructions with which
 * it begins
 */
export const isSvg = (text: string): boolean =>
  /^(<!DOCTYPE\s+([\w.-]+:)?svg[\s>[]|<([\w.-]+:)?svg[\s>/])/i.test(text);

/**
 * Whether the document declares UTF-8 or no encoding. With another declaration, browsers would read
 * the document differently from this check, which reads UTF-8.
 */
export function isDeclaredUtf8(text: string): boolean {
  const declared = /^\ufeff?\s*<\?xml\s([^>]*)\?>/.exec(text)?.[1] ?? '';
  const [, , encoding = 'utf-8'] = /encoding\s*=\s*(["'])(.*?)\1/.exec(declared) ?? [];
  return /^(utf-?8|us-ascii)$/i.test(encoding);
}
