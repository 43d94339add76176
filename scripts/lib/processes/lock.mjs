import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { executableName, isAlive } from './processes.mjs';
import { readJson, writeAtomic } from './state.mjs';

/** @typedef {{ name: string, pid: number }} Left */
/** @typedef {{ pid: number, program: string, url?: string, children?: Left[] }} Holder */

/** Thrown if another launcher that is still running has the lock of the state folder. */
export class LockInUse extends Error {
  /** @param {Holder} holder */
  constructor(holder) {
    super(
      `Commonlab already runs${holder.url ? ` on ${holder.url}` : ''} (process ${holder.pid}).`,
    );
    this.holder = holder;
  }
}

/**
 * Takes the lock of a state folder, if no launcher has it or the lock is stale. A lock is stale if
 * its process has ended, or if its pid now belongs to another program. `left` lists the programs
 * that the launcher of a stale lock left running; the caller ends them.
 * @param {string} dir
 * @returns {{ left: Left[], update: (more: Partial<Holder>) => void, release: () => void }}
 * @throws {LockInUse}
 */
export function takeLock(dir) {
  const file = join(dir, 'launcher.json');
  const draft = `${file}.${process.pid}.claim`;
  /** @type {Holder} */
  let holder = { pid: process.pid, program: basename(process.argv[1] ?? '') };
  /** @type {Left[]} */
  const left = [];
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    // Creating a hard link fails if the name exists, and the file appears together with its
    // content. So of two launchers that start at the same time, only one gets the lock.
    while (!isLinked(draft, file)) {
      /** @type {Holder | undefined} */
      const other = readJson(file);
      if (other && isHolder(other)) throw new LockInUse(other);
      left.push(...discard(file, other));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    left,
    update(more) {
      holder = { ...holder, ...more };
      writeAtomic(file, JSON.stringify(holder));
    },
    release() {
      /** @type {Holder | undefined} */
      const current = readJson(file);
      if (current?.pid === process.pid) unlinkSync(file);
    },
  };
}

/** Creates a hard link, unless the name exists. @param {string} from @param {string} to */
function isLinked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a stale lock out of the way. If the moved file turns out to be the new lock of another
 * launcher, moves it back.
 * @param {string} file @param {Holder | undefined} dead
 */
function discard(file, dead) {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
  } catch {
    return [];
  }
  /** @type {Holder | undefined} */
  const moved = readJson(aside);
  if (moved?.pid !== dead?.pid) isLinked(aside, file);
  rmSync(aside, { force: true });
  return dead?.children ?? [];
}

/**
 * Whether the lock still belongs to a running launcher: its process must run the recorded program,
 * since the system reuses pids.
 * @param {Holder} other
 */
function isHolder({ pid, program }) {
  return (
    pid !== process.pid &&
    isAlive(pid) &&
    executableName(pid) === executableName(process.pid) &&
    isProcessRunningProgram(pid, program)
  );
}

/**
 * Whether a process runs the given program. If its command line can be read, it must name the
 * program, since another Node process could have the pid.
 * @param {number} pid @param {string} program
 */
export function isProcessRunningProgram(pid, program) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
  } catch {
    return true;
  }
}
