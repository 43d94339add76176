import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { freePort } from './processes/ports.mjs';
import { isAlive } from './processes/processes.mjs';
import { postgresDataDir, readJson, removeDir } from './processes/state.mjs';

/** The source of a program that replaces server and workers; PostgreSQL and Redis are real. */
const PROGRAM = `
const server = require('node:http').createServer((_, response) => response.end(process.env.REDIS_URL ? 'redis' : 'postgres'));
const serve = __filename.includes('workers') ? (done) => done() : (done) => server.listen(+process.env.PORT, process.env.HOST, done);
serve(() => process.send({ type: 'ready' }));
setInterval(() => {}, 1000);
process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0));
`;
/** @type {string} */
let dir;
/** @type {number} */
let port;
/** @type {import('node:child_process').ChildProcess[]} */
const launched = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'launcher-spec-'));
  // PostgreSQL runs under another account, which must be able to traverse the folder.
  chmodSync(dir, 0o711);
  for (const name of ['server', 'workers']) mkdirSync(join(dir, 'dist', name), { recursive: true });
  for (const name of ['server/main', 'workers/main'])
    writeFileSync(join(dir, 'dist', `${name}.js`), PROGRAM);
  writeFileSync(join(dir, 'dist/server/migrate.main.js'), '');
  writeFileSync(join(dir, 'dist/server/seed.main.js'), "console.log('Invitation code ABCD')");
  port = await freePort();
});
afterAll(() => {
  for (const child of launched) child.kill('SIGKILL');
  removeDir(dir);
});

/** @param {NodeJS.ProcessEnv} [env] */
function launch(env = {}) {
  const {
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    SMTP_URL: _smtp,
    DEMO: _demo,
    HOST: _host,
    PUBLIC_WEB_URL: _web,
    ...outside
  } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...outside,
      COMMONLAB_DIST: join(dir, 'dist'),
      DATA_DIR: join(dir, 'state'),
      PORT: String(port),
      INBOX_PORT: '0',
      ...env,
    },
  });
  launched.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const code = new Promise((resolve) => child.on('close', resolve));
  return {
    child,
    code,
    said: () => said,
    /** @param {string} words */
    async says(words) {
      for (
        const deadline = Date.now() + 60_000;
        !said.includes(words);
        await new Promise((resolve) => setTimeout(resolve, 20))
      ) {
        if (Date.now() > deadline || child.exitCode !== null)
          throw new Error(`It never said "${words}", but:\n${said}`);
      }
    },
  };
}

/** Returns the pids of all processes that the launcher started. */
function pids() {
  const state = join(dir, 'state');
  const first = (/** @type {string} */ file) =>
    existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : [];
  /** @type {import('./processes/lock.mjs').Holder | undefined} */
  const holder = readJson(join(state, 'launcher.json'));
  const programs = (holder?.children ?? []).map(({ pid }) => pid);
  return [
    ...programs,
    ...first(join(postgresDataDir(state), 'postmaster.pid')),
    ...first(join(state, 'redis/redis.pid')),
  ];
}

test('npm start starts everything, prints the addresses, refuses a second start, and stops everything', async () => {
  const first = launch();
  await first.says('Ctrl-C stops it.');
  for (const words of [
    `http://127.0.0.1:${port}`,
    'participant@demo.test',
    'Invitation code ABCD',
    'Inbox',
  ])
    expect(first.said()).toContain(words);
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);

  const second = launch({ PORT: String(await freePort()) });
  expect(await second.code).toBe(1);
  expect(second.said()).toBe(
    `Commonlab already runs on http://127.0.0.1:${port} (process ${first.child.pid}).\n`,
  );

  const running = pids();
  expect(running.length).toBeGreaterThanOrEqual(3);
  first.child.kill('SIGINT');
  expect(await first.code).toBe(0);
  expect(running.filter(isAlive)).toEqual([]);
  expect(existsSync(join(dir, 'state/launcher.json'))).toBe(false);
  // The limit allows for the initialisation of PostgreSQL, and for a minute per program on a busy
  // machine.
}, 180_000);

test('processes left by a killed launcher are ended at the next start, which keeps the data', async () => {
  const first = launch();
  await first.says('Ctrl-C stops it.');
  const left = pids();
  first.child.kill('SIGKILL');
  await first.code;
  const next = launch();
  await next.says('Ctrl-C stops it.');
  expect(next.said()).toContain('An earlier start was cut off; ended what it had left running:');
  expect(left.filter(isAlive)).toEqual([]);
  next.child.kill('SIGTERM');
  expect(await next.code).toBe(0);
  // The limit allows for two starts, each of which may take a minute on a busy machine.
}, 180_000);

test('a port that is already in use is reported in one line', async () => {
  const other = createServer();
  await new Promise((resolve) => other.listen(port, '127.0.0.1', () => resolve(undefined)));
  const start = launch();
  expect(await start.code).toBe(1);
  expect(start.said()).toBe(
    `Port ${port} is in use by another program: choose another one, as in PORT=${port + 1} npm start\n`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test('a program that cannot start ends the launcher with its message, and no process is left', async () => {
  writeFileSync(
    join(dir, 'dist/server/migrate.main.js'),
    "console.error('SECRET_KEY: too short'); process.exit(1)",
  );
  const start = launch();
  expect(await start.code).toBe(1);
  expect(start.said()).toContain('SECRET_KEY: too short');
  expect(pids().filter(isAlive)).toEqual([]);
});
