import { serverNow } from '../../../lib/http/server-clock';
/**
 * How long a signed address is reused, in milliseconds. The server signs addresses for one hour.
 */
const usedMs = 40 * 60_000;
const known = new Map<string, { url: string; at: number }>();

/**
 * Returns the address that the page already uses for the same bytes. Each response contains newly
 * signed addresses; with a new address, the browser would fetch the picture again.
 */
export function reusedSignedUrl(url: string, now = serverNow()): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  const key = `${pathname} ${searchParams.get('name')} ${searchParams.get('type')}`;
  const before = known.get(key);
  if (before && now - before.at < usedMs) return before.url;
  known.set(key, { url, at: now });
  return url;
}
