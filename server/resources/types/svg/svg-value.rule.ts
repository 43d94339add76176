import type { RefusedTypeReason } from '../../../../contracts/resources/file-types';

const picture = /^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]*$/i;
const font =
  /^data:(font\/[\w+.-]+|application\/(x-)?font-[\w+.-]+|application\/vnd\.ms-fontobject)[;,]/i;
const part = /^#[^\s"'()<>]*$/;

/**
 * Returns the reason to refuse a link, if any. A link may refer only to a part of the same document, or contain a
 * picture as a data URL.
 */
export const linkFault = (value: string): RefusedTypeReason | undefined => {
  const link = value.trim();
  if (link === '' || part.test(link) || picture.test(link)) return undefined;
  return runs(link) ? 'svg_script' : 'svg_reference';
};

/** Whether a link runs a script. Browsers ignore white space and control characters within the scheme. */
function runs(text: string): boolean {
  const plain = text.replace(/[\p{Cc}\s]/gu, '');
  if (/(java|vb|live)script:/i.test(plain)) return true;
  // In a data URL, the type is before the first comma, so the text is split at commas. Each part is
  // then searched only once, however many data URLs the text contains.
  return plain.split(',').some((part) => {
    const at = part.search(/data:(?!image\/)/i);
    return at >= 0 && /html|xml|script/i.test(part.slice(at));
  });
}

/**
 * Decodes the escapes in a style, such as `u\72l(` for `url(`. Does not remove comments: a text in
 * quotes may look like the beginning of a comment, and the harmful text after it would then be
 * removed before the check.
 */
const plainCss = (css: string): string =>
  css.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex?: string, other?: string) =>
    hex ? characterOf(parseInt(hex, 16)) : (other ?? ''),
  );
const characterOf = (point: number) => String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd);

/**
 * Returns the reason to refuse a style, or an attribute that browsers may read as a style. The style
 * must neither load a file nor run a script.
 */
export function styleFault(value: string): RefusedTypeReason | undefined {
  const css = plainCss(value);
  if (/(java|vb|live)script:|expression\s*\(|-moz-binding|behaviou?r\s*:/i.test(css))
    return 'svg_script';
  if (/@import|@namespace|\b(image|image-set|src|cross-fade|element|paint)\s*\(/i.test(css))
    return 'svg_reference';
  for (const [, inside = ''] of css.matchAll(/url\s*\(\s*("[^"]*"?|'[^']*'?|[^)]*)/gi)) {
    const link = inside.replace(/^["']|["']$/g, '').trim();
    if (!part.test(link) && !picture.test(link) && !font.test(link))
      return runs(link) ? 'svg_script' : 'svg_reference';
  }
  return undefined;
}
