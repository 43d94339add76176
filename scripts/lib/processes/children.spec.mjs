import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readableLogLine, runOnce, parseStartTimeout, supervise } from './children.mjs';
import { isAlive } from './processes.mjs';
import { setProgressSink } from '../progress.mjs';
import { removeDir } from './state.mjs';

const READY =
  "process.send({ type: 'ready' }); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);";
/** @type {string} */
let dir;
/** @type {string[]} */
let said;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'children-spec-'));
  said = [];
  setProgressSink((line) => said.push(line));
});
/** @type {import('./children.mjs').Supervised[]} */
const supervised = [];
afterEach(async () => {
  await Promise.all(supervised.splice(0).map((child) => child.stop()));
  removeDir(dir);
});

/** @param {Parameters<typeof supervise>} what */
function start(...what) {
  const child = supervise(...what);
  supervised.push(child);
  return child;
}

/** @param {string} code */
function program(code) {
  const file = join(dir, 'program.js');
  writeFileSync(file, code);
  return { name: 'server', file, env: process.env, logDir: join(dir, 'logs') };
}

test('a stopped program is not started again', async () => {
  const child = start(program(READY));
  await child.ready;
  const pid = child.pid();
  await child.stop();
  expect(isAlive(pid)).toBe(false);
  // `supervise` restarts a crashed program after half a second, so the test waits longer than that.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(child.pid()).toBe(pid);
  expect(said).toEqual([]);
});

test('a crashed program is started again, with a message in the terminal', async () => {
  const pids = new Set();
  const child = start(program(READY), {
    onChange: () => queueMicrotask(() => pids.add(child.pid())),
  });
  await child.ready;
  const first = child.pid();
  child.kill();
  while (isAlive(first)) await new Promise((resolve) => setTimeout(resolve, 10));
  await child.whenReady();
  expect(child.pid()).not.toBe(first);
  expect(said[0]).toBe('server ended (SIGKILL); starting it again in 0.5 s.');
  await child.stop();
  expect(pids.size).toBe(2);
});

test('a program that fails before it is ready is not restarted, and its last output is shown', async () => {
  const child = start(
    program("process.stderr.write('PORT: must be a number\\n'); process.exit(1)"),
  );
  await expect(child.ready).rejects.toThrow(
    /server ended \(exit code 1\):\n\s+PORT: must be a number/,
  );
  expect(said).toEqual([]);
  expect(readFileSync(join(dir, 'logs/server.log'), 'utf8')).toContain('PORT');
});

test('the launcher waits for a slow program as long as it writes output', async () => {
  const slow = program(
    `let n = 0; const timer = setInterval(() => { console.log('step', ++n); if (n < 12) return; clearInterval(timer); ${READY} }, 100)`,
  );
  const child = start(slow, { silentMs: 600 });
  expect(child.isReady()).toBe(false);
  await child.ready;
  expect(child.isReady()).toBe(true);
});

test('the start of a silent program fails, with its last output and the name of the setting to change', async () => {
  const stuck = program("console.log('waiting for the lock'); setInterval(() => {}, 1000);");
  await expect(start(stuck, { silentMs: 400 }).ready).rejects.toThrow(
    /server is not ready and wrote nothing for 0\.4 s \(START_TIMEOUT.*\n\s+waiting for the lock/,
  );
  const mute = program('setInterval(() => {}, 1000);');
  await expect(start(mute, { silentMs: 400 }).ready).rejects.toThrow('(it wrote nothing)');
});

test.each([
  [undefined, 300_000],
  ['', 300_000],
  ['900', 900_000],
  ['0', Infinity],
])('START_TIMEOUT %j means %d ms', (given, ms) => expect(parseStartTimeout(given)).toBe(ms));
test('START_TIMEOUT is refused when it is not a number', () =>
  expect(() => parseStartTimeout('soon')).toThrow('START_TIMEOUT'));

test('runOnce returns output that is no log line, or fails with the last output', async () => {
  const { name, file, env } = program(
    'console.log(\'{"msg":"logged"}\'); console.log(\'Invitation code ABCD\')',
  );
  expect(await runOnce({ name, file, env })).toBe('Invitation code ABCD');
  const broken = program(
    "console.log(JSON.stringify({ msg: 'failed', err: { message: 'no such table' } })); process.exit(2)",
  );
  await expect(runOnce({ name: 'migrate', file: broken.file, env })).rejects.toThrow(
    'migrate failed (exit code 2):\n    failed: no such table',
  );
});

test('a JSON log line is shown as its message and error', () => {
  expect(readableLogLine('{"level":50,"msg":"stopped","err":{"message":"no disk"}}')).toBe(
    'stopped: no disk',
  );
  expect(readableLogLine('plain words')).toBe('plain words');
  expect(readableLogLine('{"level":30}')).toBe('{"level":30}');
});
