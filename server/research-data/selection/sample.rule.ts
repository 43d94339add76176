interface Sized {
  readonly id: string;
  readonly bytes: number;
}

/**
 * Sorts the runs by id and considers every n-th run, so a repeated call chooses the same runs.
 * First takes the runs that have at most `most.bytes / most.runs` bytes. Then takes each larger run
 * that still fits into `most.bytes`. If every run is too large, takes the smallest run.
 */
export function sampleWithinLimits<Run extends Sized>(
  all: readonly Run[],
  most: { readonly runs: number; readonly bytes: number },
): Run[] {
  const ordered = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const step = Math.max(1, ordered.length / most.runs);
  const spread: Run[] = [];
  for (let at = 0; at < ordered.length; at += step) {
    const run = ordered[Math.floor(at)];
    if (run && spread.length < most.runs) spread.push(run);
  }
  const share = most.bytes / most.runs;
  const chosen = new Set<Run>();
  let room = most.bytes;
  for (const run of [
    ...spread.filter(({ bytes }) => bytes <= share),
    ...spread.filter(({ bytes }) => bytes > share),
  ]) {
    if (run.bytes > room) continue;
    room -= run.bytes;
    chosen.add(run);
  }
  if (chosen.size > 0 || ordered.length === 0) return spread.filter((run) => chosen.has(run));
  return [ordered.reduce((least, run) => (run.bytes < least.bytes ? run : least))];
}
