import { readFileSync, readdirSync } from 'node:fs';
import { sum } from './figures.mjs';

/** How many milliseconds one tick in /proc/PID/stat lasts. */
const tickMs = 10;

/**
 * Returns the fields of /proc/PID/stat from the third one on; the second may contain spaces.
 * @param {number | string} pid
 */
const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/**
 * Returns the processor time of a process with all its threads, in milliseconds; NaN if the system
 * does not report it.
 * @param {number} pid
 */
export function cpuTimeOf(pid) {
  try {
    return sum(
      readdirSync(`/proc/${pid}/task`).map(
        (task) =>
          Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      ),
    );
  } catch {
    return NaN;
  }
}

/** The ids of all child processes of a process. @param {number} parent @returns {number[]} */
const childrenOf = (parent) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(fieldsOf(pid)[1]) === parent;
      } catch {
        return false; // ended meanwhile
      }
    })
    .map(Number);

/**
 * Returns the processor time of all running child processes, in milliseconds; NaN if the system
 * does not report it. PostgreSQL has one process for each connection.
 * @param {number} parent @param {number} [without] one of the children
 */
export function cpuTimeOfChildren(parent, without) {
  try {
    return sum(childrenOf(parent).map((child) => (child === without ? 0 : cpuTimeOf(child) || 0)));
  } catch {
    return NaN;
  }
}

/**
 * Returns the processor time of child processes that have ended and whose parent has collected
 * their status, in milliseconds.
 * @param {number} pid
 */
function endedChildrenTime(pid) {
  const fields = fieldsOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/**
 * Returns the processor time of PostgreSQL since its start, in milliseconds, including connections
 * that have ended.
 * @param {number} pid of the first process @param {number} [without] the process of one connection
 */
export const postgresCpuTime = (pid, without) =>
  cpuTimeOf(pid) + endedChildrenTime(pid) + cpuTimeOfChildren(pid, without);
