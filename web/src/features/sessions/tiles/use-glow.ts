import { useEffect, useRef, useState } from 'react';

/** The least time between two glows, in which a rush is one change. */
const quietMs = 3_000;

/**
 * Changes once where a version comes after a while without one: one glow, not a light that stays.
 * @returns null before the first change
 */
export function useGlow(version: number): number | null {
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
