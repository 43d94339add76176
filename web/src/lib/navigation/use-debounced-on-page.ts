import { useDebouncedCallback } from '@mantine/hooks';

/**
 * Like `useDebouncedCallback`, for a callback that writes to the page's address. On a slow
 * connection, the old page stays for a moment after a link was followed; text that was typed before
 * must not lead back to it.
 * @param delay milliseconds
 */
export function useDebouncedOnPage<A extends unknown[]>(
  callback: (...args: A) => void,
  delay: number,
): (...args: A) => void {
  const later = useDebouncedCallback((page: string, ...args: A) => {
    if (location.pathname === page) callback(...args);
  }, delay);
  return (...args) => later(location.pathname, ...args);
}
