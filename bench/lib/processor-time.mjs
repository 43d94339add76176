import { readFileSync, readdirSync } from 'node:fs';
import { cpuOf, sum } from './figures.mjs';

/** The milliseconds of a tick of /proc/PID/stat. */
const tickMs = 10;

/**
 * The fields of /proc/PID/stat from the third one on: the second may contain spaces.
 * @param {number | string} pid
 */
const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/**
 * The processor time of children that have ended and were waited for, in milliseconds.
 * @param {number} pid
 */
function endedChildrenTime(pid) {
  const fields = fieldsOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/** @param {number} parent @returns {number[]} */
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
 * Processor time of a process and all its children so far, in milliseconds, also of children that have ended.
 * @param {number} pid
 */
export const processTime = (pid) => cpuOf(pid);

/**
 * The processor time of PostgreSQL so far, in milliseconds. It has a process for each connection; those that
 * have ended count, too.
 * @param {number} pid of the first process @param {number} [without] the process of one connection
 */
export const postgresTime = (pid, without) =>
  cpuOf(pid) +
  endedChildrenTime(pid) +
  sum(childrenOf(pid).map((child) => (child === without ? 0 : cpuOf(child) || 0)));
