import { useEffect, useRef, useState } from 'react';

/** The least time between two glows; many changes within it count as one. */
const quietMs = 3_000;

/**
 * Returns a new key for a glow when a version arrives after a quiet time, so that many changes glow only once.
 * @returns null before the first change
 */
export function useChangeGlow(version: number): number | null {
  const [firstVersion] = useState(version);
  const [glow, setGlow] = useState<number | null>(null);
  const last = useRef({ version: firstVersion, at: -Infinity });
  useEffect(() => {
    if (version === last.current.version) return;
    const now = performance.now();
    if (now - last.current.at > quietMs) setGlow(version);
    last.current = { version, at: now };
  }, [version]);
  return glow;
}
