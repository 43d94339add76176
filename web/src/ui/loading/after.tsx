import { type ReactNode, useEffect, useState } from 'react';

/** Returns true once `ms` have passed since the component mounted. */
export function useHasElapsed(ms: number) {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return after;
}

/**
 * Hides its content for 150 ms, so that placeholders do not flicker before quick responses. The
 * space is reserved from the start, so that nothing below moves.
 */
export const Delayed = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'contents', visibility: useHasElapsed(150) ? undefined : 'hidden' }}>
    {children}
  </div>
);
