import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const storageKey = 'commonlab-scroll';
/** The number of pages whose scroll position a tab stores. A person rarely goes back further. */
const most = 50;

function stored(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}
function store(places: Map<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-most)));
  } catch {
    /* without storage, a reloaded page starts at its top */
  }
}

/**
 * Scrolls to the top of a new page, and restores the scroll position after a step back. If the
 * navigation's state has `keepScroll: true`, the position does not change.
 */
export function useScrollRestoration() {
  const { key, hash, ...location } = useLocation();
  // The router gives the key `default` to each page that was opened by its address, so such pages
  // are distinguished by the address.
  const place = key === 'default' ? location.pathname + location.search : key;
  const type = useNavigationType();
  const keeps = (location.state as { keepScroll?: boolean } | null)?.keepScroll === true;
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const places = stored();
    const before = places.get(place);
    if (type === NavigationType.Pop && before !== undefined) window.scrollTo(0, before);
    else if (type !== NavigationType.Pop && !hash && !keeps) window.scrollTo(0, 0);
    const keep = () => {
      const now = stored();
      now.delete(place);
      store(now.set(place, window.scrollY));
    };
    window.addEventListener('scrollend', keep);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scrollend', keep);
      window.removeEventListener('pagehide', keep);
    };
  }, [place, hash, keeps, type]);
}
