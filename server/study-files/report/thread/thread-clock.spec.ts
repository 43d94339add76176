import { Worker } from 'node:worker_threads';
import { threadCpuClock } from './thread-clock';

/**
 * Starts a thread that runs this code after the first message, and lives until the test terminates
 * it.
 */
const thread = (does: string) =>
  new Worker(
    `const { parentPort } = require('node:worker_threads');
     const { readlinkSync } = require('node:fs');
     let task = null;
     try { task = readlinkSync('/proc/thread-self'); } catch {}
     parentPort.on('message', () => {
       ${does}
       parentPort.postMessage('done');
     });
     parentPort.postMessage(task);`,
    { eval: true },
  );
const message = <T>(worker: Worker) =>
  new Promise<T>((resolve) => void worker.once('message', resolve));

async function spent(does: string): Promise<number> {
  const worker = thread(does);
  const task = await message<string | null>(worker);
  const clock = threadCpuClock(worker, task);
  const before = clock();
  worker.postMessage('go');
  await message(worker);
  const after = clock();
  await worker.terminate();
  return after - before;
}

describe('The processor time of a thread', () => {
  it('does not pass while the thread waits, although its event loop is busy', async () => {
    const waits = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);`;
    expect(await spent(waits)).toBeLessThan(200);
  });

  it('passes while the thread works', async () => {
    const works = `let sum = 0; for (let i = 0; i < 5e8; i++) sum += i % 7;`;
    expect(await spent(works)).toBeGreaterThan(100);
  });
});
