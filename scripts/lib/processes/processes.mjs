import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @param {number} pid */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Whether a process is a zombie: it has ended, but its parent has not collected its status yet. In
 * a container without an init process, a process may stay a zombie forever.
 * @param {number} pid
 */
function isZombie(pid) {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Returns the file name of the program that a process runs, or '' if it cannot be determined.
 * Callers compare this name, since after a reboot another process may have a recorded pid.
 * @param {number} pid
 */
export function executableName(pid) {
  try {
    // If the binary was replaced while the process runs, the link ends in " (deleted)".
    if (process.platform === 'linux')
      return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    if (process.platform === 'win32') {
      const line = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], {
        encoding: 'utf8',
      });
      return (/^"([^"]+)"/.exec(line.trim())?.[1] ?? '').replace(/\.exe$/i, '');
    }
    return basename(
      execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).trim(),
    );
  } catch {
    return '';
  }
}

/**
 * Waits until a process has ended.
 * @param {number} pid
 * @param {number} ms
 * @returns {Promise<boolean>} whether it ended in time
 */
export async function waitForEnd(pid, ms) {
  const deadline = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Sends a signal to a process, unless it has ended.
 * @param {number} pid @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}

/**
 * Ends a process that an earlier launcher left behind. Does nothing if the pid now belongs to a
 * program whose name is not in `names`.
 * @param {number} pid
 * @param {{ names: string[], first: NodeJS.Signals, ms?: number }} how
 * @returns {Promise<boolean>} whether there was something to end
 */
export async function endLeftoverProcess(pid, { names, first, ms = 10_000 }) {
  if (!isAlive(pid) || !names.includes(executableName(pid))) return false;
  sendSignal(pid, first);
  if (!(await waitForEnd(pid, ms))) {
    sendSignal(pid, 'SIGKILL');
    await waitForEnd(pid, 2_000);
  }
  return true;
}
