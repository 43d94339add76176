/**
 * Returns the target of a redirect if it is a path within this site, otherwise the fallback. So an
 * attacker's link cannot lead to a different site (OWASP, unvalidated redirects). Backslashes,
 * protocol-relative addresses and control characters are refused, since a browser may normalize
 * them into an address of a different site. The normalized path is checked again: removing the dot
 * segment from `/.//evil.example` leaves a protocol-relative address.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/'): string {
  if (!target || !target.startsWith('/') || /^\/[/\\]|\\/.test(target)) return fallback;
  for (const c of target) if (c.charCodeAt(0) < 33 || c.charCodeAt(0) === 127) return fallback;
  try {
    const url = new URL(target, location.origin);
    return url.origin === location.origin && !/^\/[/\\]/.test(url.pathname)
      ? url.pathname + url.search + url.hash
      : fallback;
  } catch {
    return fallback;
  }
}
