import { randomInt } from 'node:crypto';

export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  /** A whole number from 0 up to, but not including, `below`. */
  int: (below: number) => number;
  /** A random subset: each element is in it with a probability of one half. */
  some: <T>(all: readonly T[]) => T[];
}

/**
 * Makes repeatable random numbers: it prints the seed, and the variable SEED with this number
 * repeats the random numbers. The order of concurrent work still depends on the machine.
 */
export function printSeededRandom(what: string): SeededRandom {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  process.stderr.write(`SEED=${seed} repeats the chance of: ${what}\n`);
  return seededRandomOf(seed);
}

/** Makes the random numbers of a seed. The caller prints the seed if a test fails. */
export function seededRandomOf(seed: number): SeededRandom {
  // Mulberry32: 32 bits of state, evenly distributed.
  let state = seed | 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(random() * below);
  return { random, int, some: (all) => all.filter(() => int(2) === 0) };
}
