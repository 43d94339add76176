import { platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Page } from 'playwright-core';
import { slowPhone } from '../../../scripts/lib/slow-phone.mjs';

/** Milliseconds that a page's process runs before it is stopped again. */
const runs = 5;
/**
 * How often the browser's processes are listed, in milliseconds. Pages wait longer for their first
 * byte, so a new page's process is slowed down before the page loads.
 */
const askEvery = 100;

/** Windows has no signal that stops a process temporarily. */
export const canSlowDownProcessor = platform() !== 'win32';

/**
 * The script of a thread that slows processes down. Again and again, it lets them run for a while
 * and then stops them. Each stop lasts a multiple of the time that they really ran, since the
 * thread may wake up late on a busy machine. Before the thread ends, it lets the processes run
 * again. It then reports how many signals it sent, and the first error. If a process has ended,
 * that is no error.
 */
const takeTurns = `
  const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const outcome = { signals: 0, fault: '' };
  const send = (pids, signal) => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
        outcome.signals++;
      } catch (error) {
        if (error.code !== 'ESRCH') outcome.fault ||= String(error);
      }
  };
  for (let pids = []; pids; ) {
    const since = performance.now();
    Atomics.wait(clock, 0, 0, workerData.runs);
    send(pids, 'SIGSTOP');
    Atomics.wait(clock, 0, 0, (performance.now() - since) * workerData.more);
    send(pids, 'SIGCONT');
    for (let told; (told = receiveMessageOnPort(parentPort)); ) pids = told.message;
  }
  parentPort.postMessage(outcome);
`;

/**
 * Slows the processor of all pages of this page's browser to that of the slow phone, until the
 * returned function is called. To do so, it stops their processes for a part of the time.
 * Chromium's own emulation would wait in a loop, and so keep a core busy as long as a page is open.
 * The returned function fails if no process was slowed down.
 */
export async function slowDownProcessor(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The page has no browser of its own');
  const worker = new Worker(takeTurns, {
    eval: true,
    workerData: { runs, more: slowPhone.slowdown - 1 },
  });
  const outcome = new Promise<{ signals: number; fault: string }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The processes were not slowed down to the end')));
  });
  let isOver = false;
  const watch = async () => {
    try {
      while (!isOver) {
        const { processInfo } = await session.send('SystemInfo.getProcessInfo');
        const pages = processInfo.filter(({ type }) => type === 'renderer');
        if (pages.length === 0) throw new Error('The browser tells of no process of a page');
        worker.postMessage(pages.map(({ id }) => id));
        await new Promise((resolve) => setTimeout(resolve, askEvery));
      }
    } finally {
      worker.postMessage(null);
      await outcome;
    }
  };
  const watching = watch();
  // If the browser ended meanwhile, the test that uses its pages reports it.
  watching.catch(() => undefined);
  outcome.catch(() => undefined);
  return async () => {
    isOver = true;
    await watching;
    await session.detach();
    const { signals, fault } = await outcome;
    if (fault !== '') throw new Error(`A process was not slowed down: ${fault}`);
    if (signals === 0) throw new Error('No process was slowed down');
  };
}
