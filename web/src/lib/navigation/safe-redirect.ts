/**
 * Returns a path within this site to redirect to, or the fallback: an address that another person
 * put into a link must not lead away (OWASP, unvalidated redirects). Backslashes, protocol-relative
 * addresses and control characters, which browsers normalize into other origins, are refused. The
 * normalized path is checked again: removing the dot segment from `/.//evil.example` leaves a
 * protocol-relative address.
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
