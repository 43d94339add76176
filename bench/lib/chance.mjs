import { randomInt } from 'node:crypto';

/**
 * Returns a generator of random numbers, and prints its seed. A later run gets the same numbers if
 * the environment variable SEED contains this seed.
 * @param {string} what
 * @returns {(below: number) => number} a whole number from 0 to `below` - 1
 */
export function createSeededRandom(what) {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  console.log(`SEED=${seed} repeats the chance of: ${what}`);
  // Mulberry32: 32 bits of state, evenly distributed.
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
