interface Sized {
  readonly id: string;
  readonly bytes: number;
}

/**
 * Some of the runs, spread evenly over all of them by their ids, so that two readings of the same runs look
 * at the same ones. Where none is small enough, the smallest.
 */
export function sampleOf<Run extends Sized>(
  all: readonly Run[],
  most: { readonly runs: number; readonly bytes: number },
): Run[] {
  const ordered = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const step = Math.max(1, ordered.length / most.runs);
  const chosen: Run[] = [];
  let room = most.bytes;
  for (let at = 0; at < ordered.length && chosen.length < most.runs; at += step) {
    const run = ordered[Math.floor(at)];
    if (!run || run.bytes > room) continue;
    room -= run.bytes;
    chosen.push(run);
  }
  if (chosen.length > 0 || ordered.length === 0) return chosen;
  return [ordered.reduce((least, run) => (run.bytes < least.bytes ? run : least))];
}
