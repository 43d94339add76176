const MB = 1_000_000;
/** A thread with less looks through hardly more than small pages. */
const leastMb = 96;

/**
 * How many files are checked at once, and with how much heap each: together a quarter of the memory of the
 * machine, or of the container, and one at a time where that is less than two need.
 * @param bytes of the memory that this process may have @param mostMb that a thread needs
 */
export function reportMemory(bytes: number, mostMb: number): { atOnce: 1 | 2; memoryMb: number } {
  const all = Math.floor(bytes / 4 / MB);
  if (all >= 2 * mostMb) return { atOnce: 2, memoryMb: mostMb };
  return { atOnce: 1, memoryMb: Math.min(mostMb, Math.max(leastMb, all)) };
}

/** @param constrained what the container allows: nothing, or more than there is, where there is none */
export const memoryOf = (total: number, constrained: number | undefined): number =>
  constrained ? Math.min(total, constrained) : total;
