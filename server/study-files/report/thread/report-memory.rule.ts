const MB = 1_000_000;
/** The least heap of a thread, in megabytes; with less, it could check little more than small pages. */
const leastMb = 96;

/**
 * How many files are checked at the same time, and how much heap each thread gets. Together they may use a quarter of
 * the memory of the machine or container; where that is too little for two, files are checked one at a time.
 * @param bytes how much memory this process may use
 * @param mostMb how many megabytes a thread needs at most
 */
export function reportMemory(bytes: number, mostMb: number): { atOnce: 1 | 2; memoryMb: number } {
  const all = Math.floor(bytes / 4 / MB);
  if (all >= 2 * mostMb) return { atOnce: 2, memoryMb: mostMb };
  return { atOnce: 1, memoryMb: Math.min(mostMb, Math.max(leastMb, all)) };
}

/**
 * The memory that this process may use, in bytes.
 * @param constrained the container's limit; without a limit it is undefined, 0 or more than `total`
 */
export const usableMemory = (total: number, constrained: number | undefined): number =>
  constrained ? Math.min(total, constrained) : total;
