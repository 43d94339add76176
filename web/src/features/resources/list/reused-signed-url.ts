import { serverNow } from '../../../lib/http/server-clock';
/** How long an address is used that the server signed for an hour. */
const usedMs = 40 * 60_000;
const known = new Map<string, { url: string; at: number }>();

/**
 * The address that was used before for the same bytes: each answer signs other addresses, and a picture would be fetched
 * again with each of them.
 */
export function reusedSignedUrl(url: string, now = serverNow()): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  const key = `${pathname} ${searchParams.get('name')} ${searchParams.get('type')}`;
  const before = known.get(key);
  if (before && now - before.at < usedMs) return before.url;
  known.set(key, { url, at: now });
  return url;
}
