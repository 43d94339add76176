import { execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../processes/ports.mjs';
import { postgresExecutable, postgresBinaries } from './postgres-binaries.mjs';
import { isAlive, endLeftoverProcess, sendSignal, waitForEnd } from '../processes/processes.mjs';
import { spawnOptionsFor, serviceAccount } from './service-account.mjs';
import {
  abandonedDirs,
  ensureDir,
  postgresDataDir,
  postgresMajor,
  removeDir,
  readOrCreateSecret,
  temporaryDir,
} from '../processes/state.mjs';

const OWNER = 'commonlab_owner';
const SERVER = 'commonlab_server';

/**
 * @typedef {object} Postgres
 * @property {number} port
 * @property {number} pid
 * @property {string} data its data folder
 * @property {(database?: string) => string} ownerUrl connection string of the owner, who may do
 * everything
 * @property {(database?: string) => string} serverUrl connection string of the login role of server
 * and workers (made by migrate.main)
 * @property {(database: string) => Promise<void>} ensureDatabase
 * @property {Promise<void>} ended
 * @property {() => Promise<void>} stop ends it and, where the folder was temporary, removes that
 */

/**
 * Stops the PostgreSQL server that a crashed launcher left running in this data folder.
 * @param {string} data
 */
export async function endLeftoverPostgres(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return false;
  return endLeftoverProcess(Number(readFileSync(file, 'utf8').split('\n')[0]), {
    names: ['postgres'],
    first: 'SIGINT',
  });
}

async function sweepTemporary() {
  for (const dir of abandonedDirs('postgres')) {
    await endLeftoverPostgres(postgresDataDir(dir));
    removeDir(dir);
  }
}

/**
 * Initializes a data folder and sets the password of its superuser.
 * @param {string} native
 * @param {string} data
 * @param {string} password
 * @param {import('./service-account.mjs').Account | undefined} account
 */
async function initialise(native, data, password, account) {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = join(data, '..', `initdb-${process.pid}.password`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(data, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const options = `--auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --username=${OWNER}`;
  try {
    await promisify(execFile)(
      postgresExecutable(native, 'initdb'),
      [...options.split(' '), `--pwfile=${passwordFile}`, `--pgdata=${data}`],
      {
        ...spawnOptionsFor(account),
        cwd: data,
        env: { PATH: process.env.PATH, LC_ALL: 'C', SystemRoot: process.env.SystemRoot },
      },
    );
  } catch (error) {
    removeDir(data);
    throw error;
  } finally {
    removeDir(passwordFile);
  }
}

/**
 * Waits until the eighth line of postmaster.pid says "ready", as pg_ctl does.
 * @param {string} data @param {number} pid @param {string} log
 */
async function waitUntilReady(data, pid, log) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const lines = existsSync(join(data, 'postmaster.pid'))
      ? readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      : [];
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return;
    if (!isAlive(pid))
      throw new Error(
        `PostgreSQL did not start:\n${readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n')}`,
      );
    await sleep(10);
  }
  sendSignal(pid, 'SIGKILL');
  throw new Error(`PostgreSQL did not become ready within a minute, see ${log}`);
}

/**
 * Starts PostgreSQL on a free loopback port, with its default durability, and initializes the data
 * folder if it does not exist. Without `dir` it uses a temporary folder, which `stop` removes.
 * @param {{ dir?: string, port?: number, settings?: Record<string, string | number> }} [options] port: the port to
 * use again after a restart; settings: further `-c` settings
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dir, port: wanted, settings = {} } = {}) {
  if (!dir) await sweepTemporary();
  const home = dir ? ensureDir(dir) : temporaryDir('postgres');
  const account = serviceAccount();
  const { native, version } = postgresBinaries(home, account);
  if (version.split('.')[0] !== postgresMajor)
    throw new Error(
      `The embedded PostgreSQL is version ${version}, but the data folder is meant for ${postgresMajor} (scripts/lib/processes/state.mjs).`,
    );
  const data = postgresDataDir(home);
  const passwords = {
    [OWNER]: readOrCreateSecret(home, 'postgres-owner.password', 24),
    [SERVER]: readOrCreateSecret(home, 'postgres-server.password', 24),
  };

  await endLeftoverPostgres(data);
  if (!existsSync(join(data, 'PG_VERSION')))
    await initialise(native, data, passwords[OWNER] ?? '', account);

  const log = join(home, 'postgres.log');
  const output = openSync(log, 'w', 0o600);
  const port = wanted ?? (await freePort());
  const flags = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without this setting, the log would keep details such as "Key (email)=(…) already exists"
    // after the account was erased.
    log_error_verbosity: 'terse',
    ...settings,
  };
  // PostgreSQL is detached, since Ctrl-C in a terminal signals the whole process group, and the
  // database must outlive the programs that use it.
  const child = spawn(
    postgresExecutable(native, 'postgres'),
    ['-D', data, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...spawnOptionsFor(account),
      cwd: data,
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH, LC_ALL: 'C', SystemRoot: process.env.SystemRoot },
    },
  );
  closeSync(output);
  await new Promise((resolve, reject) =>
    child.once('spawn', () => resolve(undefined)).once('error', reject),
  );
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  child.unref();
  const pid = child.pid ?? 0;
  await waitUntilReady(data, pid, log);

  /**
   * Returns a function that makes the user's connection string for a given database.
   * @param {keyof typeof passwords} user
   */
  const url =
    (user) =>
    (database = 'commonlab') =>
      `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/${database}`;
  return {
    port,
    pid,
    data,
    ended,
    ownerUrl: url(OWNER),
    serverUrl: url(SERVER),
    ensureDatabase: (database) => ensureDatabase(url(OWNER)('postgres'), database),
    async stop() {
      sendSignal(pid, 'SIGINT');
      if (!(await waitForEnd(pid, 8_000))) {
        sendSignal(pid, 'SIGQUIT');
        if (!(await waitForEnd(pid, 1_500))) sendSignal(pid, 'SIGKILL');
      }
      if (!dir) removeDir(home);
    },
  };
}

/** Creates a database unless it exists. @param {string} adminUrl @param {string} database */
async function ensureDatabase(adminUrl, database) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      database,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
