/**
 * The document types that programs write at the beginning of an SVG, as matplotlib does. They name a document of the
 * W3C that no browser loads; one with entities of its own is another.
 */
export const svgDoctype =
  /<!DOCTYPE\s+svg\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,20}\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]{1,80}"\s*>/;

/** @param text without what comes before its first element */
export const isSvg = (text: string): boolean =>
  /^(<!DOCTYPE\s+([\w.-]+:)?svg[\s>[]|<([\w.-]+:)?svg[\s>/])/i.test(text);

/** Whether the document says that it is UTF-8, or says nothing: browsers read it by what it says. */
export function isDeclaredUtf8(text: string): boolean {
  const declared = /^\ufeff?\s*<\?xml\s([^>]*)\?>/.exec(text)?.[1] ?? '';
  const [, , encoding = 'utf-8'] = /encoding\s*=\s*(["'])(.*?)\1/.exec(declared) ?? [];
  return /^(utf-?8|us-ascii)$/i.test(encoding);
}
