const MB = 1_000_000;
/** The smallest heap of a thread in megabytes; with less, it could check only small pages. */
const leastMb = 96;

/**
 * Plans how many files are checked at the same time, and how much heap each thread gets. Together,
 * the threads may use a quarter of the memory. If that is too little for two threads, there is one.
 * @param bytes how much memory this process may use
 * @param mostMb how many megabytes of heap a thread needs at most
 */
export function planReportMemory(
  bytes: number,
  mostMb: number,
): { atOnce: 1 | 2; memoryMb: number } {
  const all = Math.floor(bytes / 4 / MB);
  if (all >= 2 * mostMb) return { atOnce: 2, memoryMb: mostMb };
  return { atOnce: 1, memoryMb: Math.min(mostMb, Math.max(leastMb, all)) };
}

/**
 * Returns the memory that this process may use, in bytes.
 * @param constrained the container's limit; without a limit it is undefined, 0 or more than `total`
 */
export const usableMemory = (total: number, constrained: number | undefined): number =>
  constrained ? Math.min(total, constrained) : total;
