import { fork } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reportProgress } from '../progress.mjs';
import { isAlive, sendSignal, waitForEnd } from './processes.mjs';
import { ensureDir } from './state.mjs';

const LARGEST_LOG = 20 * 1024 * 1024;
const CALM_AFTER = 60_000;

/**
 * @typedef {object} Program
 * @property {string} name a name for log lines, such as "server"
 * @property {string} file
 * @property {NodeJS.ProcessEnv} env
 * @property {string} logDir
 */

/**
 * Makes a log line readable for people. If the line is JSON, returns its message and its error.
 * Returns any other line unchanged.
 * @param {string} line
 */
export function readableLogLine(line) {
  try {
    /** @type {unknown} */
    const parsed = JSON.parse(line);
    const entry = /** @type {{ msg?: string, err?: { message?: string } }} */ (parsed);
    return (
      [entry.msg, entry.err?.message]
        .filter((part, i, all) => part && all.indexOf(part) === i)
        .join(': ') || line
    );
  } catch {
    return line;
  }
}

/**
 * Returns the last lines of a program's output without stack traces. If an error is among the
 * lines, the result begins with the last error.
 * @param {string} output
 */
function told(output) {
  const lines = output.split('\n').filter((line) => line.trim() && !/^\s+at /.test(line));
  const error = lines.findLastIndex((line) => /^\w*Error\b/.test(line));
  return (error < 0 ? lines.slice(-8) : lines.slice(error, error + 4))
    .map((line) => `    ${readableLogLine(line)}`)
    .join('\n');
}

/**
 * Returns the last lines of a program's log file, for the message of an error.
 * @param {string} logFile @param {number} [from] the size of the file before the program started
 */
function lastWords(logFile, from = 0) {
  if (!existsSync(logFile)) return '';
  return told(readFileSync(logFile).subarray(from).toString('utf8'));
}

/** Opens the log file of a program. @param {string} dir @param {string} name */
function openLog(dir, name) {
  const file = join(ensureDir(dir), `${name}.log`);
  if (existsSync(file) && statSync(file).size > LARGEST_LOG) renameSync(file, `${file}.1`);
  return {
    file,
    from: existsSync(file) ? statSync(file).size : 0,
    output: openSync(file, 'a', 0o600),
  };
}

/** @param {Program} program */
function spawnProgram({ name, file, env, logDir }) {
  const log = openLog(logDir, name);
  // The program is detached, since Ctrl-C in a terminal signals all programs of the process group, and the launcher
  // must end its programs in order.
  const child = fork(file, [], {
    env,
    detached: true,
    stdio: ['ignore', log.output, log.output, 'ipc'],
  });
  closeSync(log.output);
  return {
    child,
    said: () => lastWords(log.file, log.from),
    written: () => (existsSync(log.file) ? statSync(log.file).size : 0),
  };
}

/**
 * Runs a program and waits for its exit.
 * @param {Omit<Program, 'logDir'>} program
 * @param {{ onSpawn?: (pid: number) => void }} [options]
 * @returns {Promise<string>} its output without log lines
 * @throws {Error} with the last lines of its output
 */
export function runOnce({ name, file, env }, { onSpawn } = {}) {
  return new Promise((resolve, reject) => {
    const child = fork(file, [], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    onSpawn?.(child.pid ?? 0);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code, by) => {
      if (code === 0)
        return resolve(
          said
            .trim()
            .split('\n')
            .filter((line) => line && !line.startsWith('{'))
            .join('\n'),
        );
      reject(new Error(`${name} failed (${by ?? `exit code ${code}`}):\n${told(said)}`));
    });
  });
}

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => number} pid returns the id of the process that runs now
 * @property {Promise<void>} ready
 * @property {() => boolean} isReady
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 * @property {() => Promise<void>} whenReady resolves once the process that runs now is ready
 */

/**
 * Converts the setting `START_TIMEOUT` from seconds to milliseconds; 0 means no limit. If a
 * starting program writes no output for this time, the launcher gives up.
 * @param {string | undefined} given
 * @throws {Error} for a text that is not a number of seconds
 */
export function parseStartTimeout(given) {
  if (!given) return 300_000;
  const seconds = Number(given);
  if (!Number.isFinite(seconds) || seconds < 0)
    throw new Error(`START_TIMEOUT is "${given}", but must be a number of seconds.`);
  return seconds === 0 ? Infinity : seconds * 1000;
}

/**
 * Starts a program and restarts it after a crash, with a longer delay if it soon crashes again. On
 * a slow machine the start may take long. So the start fails only if the program exits, or writes
 * no output for `silentMs`.
 * @param {Program} program
 * @param {{ onChange?: () => void, silentMs?: number }} [options] onChange: called
 *   after each start of the program's process, also after a restart
 * @returns {Supervised}
 */
export function supervise(
  program,
  { onChange, silentMs = parseStartTimeout(process.env.START_TIMEOUT) } = {},
) {
  let stopping = false;
  let everReady = false;
  let isReady = false;
  let crashes = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let again;
  /** @type {ReturnType<typeof spawnProgram>} */
  let current;
  /** @type {Promise<void>} */
  let ready;

  const start = () => {
    const started = Date.now();
    isReady = false;
    current = spawnProgram(program);
    const { child, said, written } = current;
    ready = new Promise((resolve, reject) => {
      let [size, heard] = [written(), performance.now()];
      const listening = setInterval(
        () => {
          const now = written();
          if (now !== size) [size, heard] = [now, performance.now()];
          if (performance.now() - heard < silentMs) return;
          clearInterval(listening);
          const words = said() || '    (it wrote nothing)';
          reject(
            new Error(
              `${program.name} is not ready and wrote nothing for ${silentMs / 1000} s ` +
                `(START_TIMEOUT, in seconds, is how long it may; 0 is for ever):\n${words}`,
            ),
          );
        },
        Math.min(1_000, silentMs / 4),
      );
      child.on('message', (message) => {
        if (/** @type {{ type?: string }} */ (message)?.type !== 'ready') return;
        clearInterval(listening);
        isReady = true;
        everReady = true;
        resolve();
      });
      child.on('error', reject);
      child.on('exit', (code, by) => {
        clearInterval(listening);
        const how = by ?? `exit code ${code}`;
        reject(new Error(`${program.name} ended (${how}):\n${said()}`));
        if (stopping || !everReady) return;
        crashes = Date.now() - started > CALM_AFTER ? 1 : crashes + 1;
        const wait = Math.min(500 * 2 ** (crashes - 1), 15_000);
        reportProgress(`${program.name} ended (${how}); starting it again in ${wait / 1000} s.`);
        const words = said();
        if (words && !by) reportProgress(words);
        again = setTimeout(start, wait);
      });
    });
    // Without this, a failed start would end the launcher as an unhandled rejection. The caller that awaits `ready`
    // reports the failure.
    ready.catch(() => {});
    onChange?.();
  };
  start();

  return {
    name: program.name,
    pid: () => current.child.pid ?? 0,
    isReady: () => isReady,
    get ready() {
      return ready;
    },
    async whenReady() {
      for (;;) {
        try {
          await ready;
          if (isAlive(current.child.pid ?? 0)) return;
        } catch (error) {
          if (stopping || !again) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill() {
      sendSignal(current.child.pid ?? 0, 'SIGKILL');
    },
    async stop() {
      stopping = true;
      clearTimeout(again);
      const { child } = current;
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
      if (process.platform === 'win32') child.disconnect();
      else child.kill('SIGTERM');
      if (!(await waitForEnd(child.pid, 7_000))) child.kill('SIGKILL');
    },
  };
}
