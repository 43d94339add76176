import { readFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/**
 * Returns a function that reads the CPU time of a thread in milliseconds, as the system counts it.
 * Node itself reports only how long the thread's event loop was busy, which includes waiting for a
 * CPU.
 * @param task the directory of the thread below /proc, as the thread reads it from
 * /proc/thread-self; null where there is none
 */
export function threadCpuClock(worker: Worker, task: string | null): () => number {
  let last = task === null ? null : measured(task);
  // The last measured value is stored, because the system forgets the CPU time of a thread that has
  // ended.
  if (task !== null && last !== null) return () => (last = measured(task) ?? last ?? 0);
  const before = process.cpuUsage();
  // Without /proc, the event loop's busy time is used, but at most the CPU time of the whole
  // process.
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min((user + system) / 1_000, worker.performance.eventLoopUtilization().active);
  };
}

/**
 * Reads the CPU time of a thread in milliseconds: the first number of the file, in nanoseconds.
 * Null if the thread has ended.
 */
function measured(task: string): number | null {
  try {
    const spent = Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')[0]);
    return Number.isFinite(spent) && spent > 0 ? spent / 1_000_000 : null;
  } catch {
    return null;
  }
}
