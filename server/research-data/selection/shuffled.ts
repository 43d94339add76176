import { randomInt } from 'node:crypto';

/** Shuffles the list in place with cryptographic random numbers, since the order must reveal nothing. */
export function shuffle<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}
