import { useEffect, useRef, useState } from 'react';

/**
 * A change makes the tile glow only if no other change came in this many milliseconds before it.
 */
const quietMs = 3_000;

/**
 * Returns a new key each time that the tile should glow: when the version changes and no
 * other change came within `quietMs` before it. A quick series of changes glows only once.
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
