import { useDebouncedCallback } from '@mantine/hooks';

/**
 * Like `useDebouncedCallback`, for a callback that writes typed text into the page's address. On a
 * slow connection, the old page stays for a moment after the person has followed a link. In this
 * time the callback does not run, since it would lead back to the old page.
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
