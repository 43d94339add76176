/** Computes a 32-bit hash of a text (FNV-1a with a final mixing step). */
export function hash32OfText(text: string, basis: number): number {
  let hash = basis;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  return hash >>> 0;
}

/**
 * Makes a replacement for `Math.random` that returns the same numbers for the same seed, so that a
 * study draws the same order after a reload. It is a linear congruential generator with a mixed
 * output (PCG's idea, on 32 bits): good enough to shuffle trials, but not for secrets.
 * @returns a function that returns numbers from 0 to below 1 with 53 random bits
 */
export function seededRandom(seed: string): () => number {
  let high = hash32OfText(seed, 0x811c9dc5);
  let low = hash32OfText(seed, 0x9e3779b9);
  const next = (state: number): [state: number, output: number] => {
    const after = (Math.imul(state, 0x915f77f5) + 0x6a09e667) | 0;
    let mixed = after ^ (after >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return [after, (mixed ^ (mixed >>> 15)) >>> 0];
  };
  return () => {
    let a: number;
    let b: number;
    [high, a] = next(high);
    [low, b] = next(low ^ high);
    return ((a >>> 5) * 2 ** 26 + (b >>> 6)) / 2 ** 53;
  };
}
