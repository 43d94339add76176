import { matchPath } from 'react-router';
import type { PageRoute } from './navigation/row';

const sparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Returns the page of this site that an element leads to, if it is a link or inside of one. */
function leadsTo(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return link.target && link.target !== '_self' ? null : link.pathname;
}

/**
 * Prefetches a page when a person is about to follow a link to it: the pointer is over the link, a
 * finger touches it, or it has the keyboard focus. A person who only reads causes no requests.
 * @returns a function that stops prefetching
 */
export function prefetchOnIntent(
  rows: readonly PageRoute[],
  within: Document = document,
): () => void {
  const reach = ({ target }: Event) => {
    const path = leadsTo(target);
    if (path === null || sparing()) return;
    void rows.find((row) => row.path !== '*' && matchPath(row.path, path))?.prefetch();
  };
  const events = ['pointerover', 'touchstart', 'focusin'] as const;
  for (const event of events) within.addEventListener(event, reach, { passive: true });
  return () => events.forEach((event) => within.removeEventListener(event, reach));
}
