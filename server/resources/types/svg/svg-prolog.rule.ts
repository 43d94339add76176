/**
 * Document types that programs write at the beginning of an SVG, as matplotlib does. They refer to a document of the
 * W3C that no browser loads; other document types, with entities, do not match.
 */
export const svgDoctype =
  /<!DOCTYPE\s+svg\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,20}\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]{1,80}"\s*>/;

/** @param text without anything before its first element */
export const isSvg = (text: string): boolean =>
  /^(<!DOCTYPE\s+([\w.-]+:)?svg[\s>[]|<([\w.-]+:)?svg[\s>/])/i.test(text);

/** Whether the document declares UTF-8, or no encoding: browsers use the declared one. */
export function isDeclaredUtf8(text: string): boolean {
  const declared = /^\ufeff?\s*<\?xml\s([^>]*)\?>/.exec(text)?.[1] ?? '';
  const [, , encoding = 'utf-8'] = /encoding\s*=\s*(["'])(.*?)\1/.exec(declared) ?? [];
  return /^(utf-?8|us-ascii)$/i.test(encoding);
}
