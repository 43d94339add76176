import { spawn } from 'node:child_process';
import { executableName, isAlive, endLeftoverProcess } from './processes.mjs';

/** @type {import('node:child_process').ChildProcess[]} */
const started = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** @param {string} [code] */
async function running(code = 'setInterval(() => {}, 1000)') {
  const child = spawn(process.execPath, ['-e', `${code}; process.stdout.write('up')`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child.pid ?? 0;
}

test('a process is identified by the name of its executable', async () => {
  expect(executableName(await running())).toBe(executableName(process.pid));
  expect(executableName(2 ** 22 + 1)).toBe('');
});

test('a process left by an earlier launcher is ended', async () => {
  const pid = await running();
  expect(
    await endLeftoverProcess(pid, { names: [executableName(process.pid)], first: 'SIGTERM' }),
  ).toBe(true);
  expect(isAlive(pid)).toBe(false);
});

test('a process that ignores SIGTERM is killed', async () => {
  const pid = await running("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)");
  expect(
    await endLeftoverProcess(pid, {
      names: [executableName(process.pid)],
      first: 'SIGTERM',
      ms: 200,
    }),
  ).toBe(true);
  expect(isAlive(pid)).toBe(false);
});

test('a different process that got the same id is not ended', async () => {
  const pid = await running();
  expect(await endLeftoverProcess(pid, { names: ['postgres'], first: 'SIGTERM' })).toBe(false);
  expect(isAlive(pid)).toBe(true);
});

test('invalid process ids are never alive', () => {
  for (const pid of [Number.NaN, 0, -1, 1, 1.5]) expect(isAlive(pid)).toBe(false);
});
