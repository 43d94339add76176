import { platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Page } from 'playwright-core';
import { slowPhone } from '../../../scripts/lib/slow-phone.mjs';

/** Milliseconds that the process of a page runs at a time. */
const runs = 5;
/** How often the browser is asked for its processes: a new page waits longer for its first byte. */
const askEvery = 100;

/** Windows has no signal that lets a process stand. */
export const canSlowProcessor = platform() !== 'win32';

/**
 * Runs in a thread of its own, and ends while the processes run. On a busy machine it wakes late, so
 * they stand for as many times as long as they really ran.
 */
const takeTurns = `
  const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const send = (pids, signal) => {
    for (const pid of pids)
      try { process.kill(pid, signal); } catch { /* it has ended */ }
  };
  for (let pids = []; pids; ) {
    const since = performance.now();
    Atomics.wait(clock, 0, 0, workerData.runs);
    send(pids, 'SIGSTOP');
    Atomics.wait(clock, 0, 0, (performance.now() - since) * workerData.more);
    send(pids, 'SIGCONT');
    for (let told; (told = receiveMessageOnPort(parentPort)); ) pids = told.message;
  }
`;

/**
 * Makes the processor of all pages of this page's browser as slow as that of the slow phone, until
 * the returned function is called: their processes stand for a part of the time. Chromium's own
 * emulation waits in a loop instead, which keeps a core busy for as long as a page is open, also
 * while it waits for its line.
 */
export async function slowProcessor(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The page has no browser of its own');
  const worker = new Worker(takeTurns, {
    eval: true,
    workerData: { runs, more: slowPhone.slowdown - 1 },
  });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
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
      await exited;
    }
  };
  const watching = watch();
  // A browser that ended meanwhile is told by the test that looks at its pages.
  watching.catch(() => undefined);
  return async () => {
    isOver = true;
    await watching;
    await session.detach();
  };
}
