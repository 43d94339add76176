import type { FileFinding } from '../facts.rule';

type Unshown = Pick<FileFinding, 'code' | 'detail'>;
const shownLength = 200;

/**
 * Returns the finding for an element that browsers do not show in the sandbox of a study; null for
 * all other elements.
 * @param tag the name of the element
 * @param address the address that it shows
 */
export function unshownElementFinding(tag: string, address: string): Unshown | null {
  const detail = address.trim().slice(0, shownLength);
  if (tag === 'embed' || tag === 'object') return { code: 'embedded_object', detail };
  if (tag !== 'iframe' && tag !== 'frame') return null;
  if (/^[^?#]*\.pdf(?:[?#]|$)/i.test(detail)) return { code: 'pdf_in_frame', detail };
  return /^(?:https?:)?\/\//i.test(detail) ? { code: 'frame_elsewhere', detail } : null;
}

/** Matches a tag up to its address. The lengths are bounded, since a tag may have no end. */
const tag =
  /<(iframe|embed|object)\b[^<>]{0,500}?\b(?:src|data)\s{0,9}=\s{0,9}\\?["']?([^"'\s<>\\]{1,2000})/i;
/** Like `unshownElementFinding`, for the first frame or embedded object in a script's text. */
export function findUnshownFrame(text: string): Unshown | null {
  const [, name = '', address = ''] = tag.exec(text) ?? [];
  return unshownElementFinding(name.toLowerCase(), address);
}
