/*
 * The watchdog thread of the reader process. It kills the process if a file takes too much CPU time
 * or memory, or if the worker has died. The main thread cannot do this, because it is busy while it
 * reads a file.
 */
import { workerData } from 'node:worker_threads';
import type { ReaderLimits } from './reader-limits';

const { present, limits } = workerData as { present: Int32Array; limits: ReaderLimits };
const worker = process.ppid;
const lookedMs = 50;

let file = 0;
let before = process.cpuUsage();

function mustEnd(): boolean {
  const now = Atomics.load(present, 0);
  if (now !== file) {
    file = now;
    before = process.cpuUsage();
  }
  const { user, system } = process.cpuUsage(before);
  const isSlow = file !== 0 && (user + system) / 1_000 > limits.processorMs;
  return isSlow || process.memoryUsage.rss() > limits.memoryBytes || process.ppid !== worker;
}

setInterval(() => {
  if (mustEnd()) process.kill(process.pid, 'SIGKILL');
}, lookedMs);
