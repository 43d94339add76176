import type { FileFinding } from '../facts.rule';

type Unshown = Pick<FileFinding, 'code' | 'detail'>;
const shownLength = 200;

/**
 * The finding for a page's element that browsers do not show in a study's sandbox; null for others.
 * @param tag of the element
 * @param address that it shows
 */
export function frameFinding(tag: string, address: string): Unshown | null {
  const detail = address.trim().slice(0, shownLength);
  if (tag === 'embed' || tag === 'object') return { code: 'embedded_object', detail };
  if (tag !== 'iframe' && tag !== 'frame') return null;
  if (/^[^?#]*\.pdf(?:[?#]|$)/i.test(detail)) return { code: 'pdf_in_frame', detail };
  return /^(?:https?:)?\/\//i.test(detail) ? { code: 'frame_elsewhere', detail } : null;
}

/** Matches a tag up to its address; a tag without an end is not read further than this. */
const tag =
  /<(iframe|embed|object)\b[^<>]{0,500}?\b(?:src|data)\s{0,9}=\s{0,9}\\?["']?([^"'\s<>\\]{1,2000})/i;
/** Returns the finding for the first element in a script's text that no browser would show; null without one. */
export function framedIn(text: string): Unshown | null {
  const [, name = '', address = ''] = tag.exec(text) ?? [];
  return frameFinding(name.toLowerCase(), address);
}
