import { execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../processes/ports.mjs';
import { isAlive, endLeftoverProcess, sendSignal, waitForEnd } from '../processes/processes.mjs';
import { spawnOptionsFor, serviceAccount } from './service-account.mjs';
import {
  abandonedDirs,
  ensureDir,
  removeDir,
  readOrCreateSecret,
  temporaryDir,
} from '../processes/state.mjs';

const NAMES = ['redis-server', 'valkey-server'];
// The process names of Redis. On Debian, redis-server is a link to redis-check-rdb, so a running
// Redis may have the process name redis-check-rdb.
const RUNNING_NAMES = [...NAMES, 'redis-check-rdb', 'valkey-check-rdb'];
const OLDEST = [6, 2];

/** @typedef {{ path: string, name: string, version: string }} RedisProgram */
/**
 * @typedef {{ url: string, port: number, pid: number, program: RedisProgram, ended: Promise<void>,
 * stop: () => Promise<void> }} Redis
 */

/**
 * Finds the first redis-server or valkey-server on the PATH that is new enough for the queues.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {RedisProgram | undefined}
 */
export function findRedis(env = process.env) {
  for (const name of NAMES) {
    for (const dir of (env.PATH ?? '').split(delimiter)) {
      const path = join(dir, name);
      if (!dir || !existsSync(path)) continue;
      try {
        const version = /v=(\d+\.\d+)/.exec(
          execFileSync(path, ['--version'], { encoding: 'utf8' }),
        )?.[1];
        const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
        if (
          version &&
          (major > (OLDEST[0] ?? 0) || (major === OLDEST[0] && minor >= (OLDEST[1] ?? 0)))
        )
          return { path, name, version };
      } catch {
        // This program cannot run on this machine, so the search goes on with the next one.
      }
    }
  }
  return undefined;
}

/** @param {string} dir */
export async function endLeftoverRedis(dir) {
  const file = join(dir, 'redis.pid');
  if (!existsSync(file)) return false;
  return endLeftoverProcess(Number(readFileSync(file, 'utf8')), {
    names: RUNNING_NAMES,
    first: 'SIGTERM',
  });
}

async function sweepTemporary() {
  for (const dir of abandonedDirs('redis')) {
    await endLeftoverRedis(dir);
    removeDir(dir);
  }
}

/**
 * Sends one PING on a bare socket, without a client library.
 * @param {number} port
 * @param {string} password
 */
function answersPing(port, password) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    const done = () => (socket.destroy(), resolve(answer.includes('+PONG')));
    socket.setTimeout(500, done).on('error', done).on('close', done);
    socket.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      answer += chunk;
      if (answer.split('\r\n').length > 2) done();
    });
  });
}

/**
 * Starts Redis (or Valkey) on a free loopback port with a password, an append-only file and no
 * eviction. Without `dir` it uses a temporary folder, which `stop` removes.
 * @param {{ dir?: string, program?: RedisProgram, port?: number, password?: string }} [options] port and password:
 * those to use again after a restart
 * @returns {Promise<Redis>}
 */
export async function startRedis(options = {}) {
  for (let tries = 1; ; tries++)
    try {
      return await startOnce(options);
    } catch (error) {
      // If another program took the port after it was found free, a new port is tried, five times
      // at most.
      const isTaken = error instanceof Error && error.message.includes('Address already in use');
      if (!isTaken || options.port !== undefined || tries === 5) throw error;
    }
}

/**
 * Tries to start Redis on a port.
 * @param {{ dir?: string, program?: RedisProgram, port?: number, password?: string }} options
 * @returns {Promise<Redis>}
 */
async function startOnce({ dir, program = findRedis(), port, password }) {
  if (!program) throw new Error('There is no redis-server or valkey-server on the PATH.');
  if (!dir) await sweepTemporary();
  const home = dir ? ensureDir(dir) : temporaryDir('redis');
  const account = serviceAccount();
  await endLeftoverRedis(home);
  // Each version of Redis has a folder of its own, since an older version cannot read the data of a
  // newer one. A new folder is empty; the queues are then rebuilt from the outbox.
  const data = ensureDir(join(home, `${program.name.split('-')[0]}-${program.version}`));
  if (account) chownSync(data, account.uid, account.gid);
  const pass = password ?? readOrCreateSecret(home, 'redis.password', 24);
  const at = port ?? (await freePort());

  const log = join(home, 'redis.log');
  const output = openSync(log, 'w', 0o600);
  const child = spawn(program.path, ['-'], {
    ...spawnOptionsFor(account),
    cwd: data,
    detached: true,
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  await new Promise((resolve, reject) =>
    child.once('spawn', () => resolve(undefined)).once('error', reject),
  );
  // The settings are passed by stdin, so that the password is not in the process list.
  const settings = {
    port: at,
    bind: '127.0.0.1',
    protectedmode: 'yes',
    requirepass: pass,
    dir: data,
    appendonly: 'yes',
    save: '""',
    daemonize: 'no',
    databases: 16,
  };
  child.stdin?.end(
    Object.entries(settings)
      .map(([name, value]) => `${name === 'protectedmode' ? 'protected-mode' : name} ${value}\n`)
      .join('') + 'maxmemory-policy noeviction\n',
  );
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  child.unref();
  const pid = child.pid ?? 0;
  writeFileSync(join(home, 'redis.pid'), `${pid}\n`);

  for (const deadline = Date.now() + 30_000; !(await answersPing(at, pass)); await sleep(10)) {
    if (!isAlive(pid) || Date.now() > deadline) {
      sendSignal(pid, 'SIGKILL');
      throw new Error(
        `${program.name} did not start:\n${readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n')}`,
      );
    }
  }
  return {
    url: `redis://:${pass}@127.0.0.1:${at}`,
    port: at,
    pid,
    program,
    ended,
    async stop() {
      sendSignal(pid, 'SIGTERM');
      if (!(await waitForEnd(pid, 5_000))) sendSignal(pid, 'SIGKILL');
      if (!dir) removeDir(home);
      else removeDir(join(home, 'redis.pid'));
    },
  };
}
