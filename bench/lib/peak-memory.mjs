import { readFileSync, writeFileSync } from 'node:fs';

/** The peak memory of a process since its start or the last reset, in MB. @param {number} pid */
export const peakMemoryOf = (pid) =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;

/** @param {number} pid */
export const resetPeakMemory = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
