import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockInUse, takeLock } from './lock.mjs';
import { readJson, removeDir } from './state.mjs';

/** @type {string} */
let dir;
/** @type {import('node:child_process').ChildProcess[]} */
const started = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-spec-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  removeDir(dir);
});

/** Starts a Node process whose program has this file name. @param {string} name */
function running(name) {
  const file = join(dir, name);
  writeFileSync(file, 'setInterval(() => {}, 1000)');
  const child = spawn(process.execPath, [file], { stdio: 'ignore' });
  started.push(child);
  return child.pid ?? 0;
}

/** @param {object} holder */
const write = (holder) => writeFileSync(join(dir, 'launcher.json'), JSON.stringify(holder));

test('the first launcher gets the lock, stores its address in it, and releases it', () => {
  const lock = takeLock(dir);
  lock.update({ url: 'http://127.0.0.1:3000' });
  expect(readJson(join(dir, 'launcher.json'))).toMatchObject({
    pid: process.pid,
    url: 'http://127.0.0.1:3000',
  });
  lock.release();
  expect(readdirSync(dir)).toEqual([]);
});

test('a second launcher gets an error with the address of the first one', () => {
  const pid = running('start.mjs');
  write({ pid, program: 'start.mjs', url: 'http://127.0.0.1:3000' });
  expect(() => takeLock(dir)).toThrow(LockInUse);
  expect(() => takeLock(dir)).toThrow(
    `Commonlab already runs on http://127.0.0.1:3000 (process ${pid}).`,
  );
  expect(readJson(join(dir, 'launcher.json'))).toMatchObject({ pid });
});

test('the lock of a dead launcher is taken over, with the list of processes it left running', async () => {
  const pid = running('start.mjs');
  const gone = new Promise((resolve) => started[0]?.once('exit', resolve));
  started[0]?.kill('SIGKILL');
  await gone;
  write({ pid, program: 'start.mjs', children: [{ name: 'server', pid: 4242 }] });
  const lock = takeLock(dir);
  expect(lock.left).toEqual([{ name: 'server', pid: 4242 }]);
  lock.release();
});

test('a lock is ignored when its process id now belongs to another program', () => {
  write({ pid: running('something-else.mjs'), program: 'start.mjs' });
  const lock = takeLock(dir);
  expect(readJson(join(dir, 'launcher.json'))).toMatchObject({ pid: process.pid });
  lock.release();
});

test('an incomplete lock file is ignored', () => {
  writeFileSync(join(dir, 'launcher.json'), '{"pid":');
  takeLock(dir).release();
});

test('a launcher that lost the lock does not release the lock of the next one', () => {
  const lock = takeLock(dir);
  write({ pid: 4242, program: 'start.mjs' });
  lock.release();
  expect(readJson(join(dir, 'launcher.json'))).toMatchObject({ pid: 4242 });
});
