import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../../scripts/lib/chromium.mjs';
import { ROOT, programPath } from '../../../scripts/lib/paths.mjs';
import { endingContexts } from '../../../scripts/jest/ended-contexts.cjs';

/** Loads modules outside jest's module registry, so that they are shared by all test files. */
const load = createRequire(join(ROOT, 'package.json'));

/** Loads the compiled programs by Node.js itself, once for all test files of this worker. */
const compiled = createRequire(programPath('server/start'));

/**
 * Global classes that the programs compare by `instanceof`. They are shared with the test files,
 * which would otherwise have different classes of the same names.
 */
const shared = ['Reflect', 'Date', 'Error', 'TypeError', 'Map', 'Set', 'Promise'] as const;

/** The browsers of this jest worker, by their additional arguments. */
const running = new Map<string, Promise<Browser>>();

async function launch(more: readonly string[], whole: boolean): Promise<Browser> {
  const { chromium } = load('playwright-core') as typeof import('playwright-core');
  return chromium.launch({
    executablePath: await ensureChromium(undefined, { whole }),
    args: [...CHROMIUM_ARGS, ...more],
  });
}

/**
 * Returns the Chromium that this worker runs with these arguments. Starts it at its first use, and
 * again if it has ended. Its windows share no data, as if different people opened them.
 */
async function sharedBrowser(more: readonly string[], whole = false): Promise<Browser> {
  const key = [whole, ...more].join(' ');
  const known = await running.get(key);
  if (known?.isConnected()) return known;
  const started = launch(more, whole);
  running.set(key, started);
  // If Chromium did not start, the next file tries again.
  started.catch(() => running.delete(key));
  endWithWorker();
  return started;
}

/** The message of jest's parent process to a worker after its last file. */
const END = 2;
let isWatching = false;

/**
 * Closes Chromium when the parent's message ends this worker process; in the parent
 * process (a single worker), the global teardown closes the browsers.
 */
function endWithWorker(): void {
  if (isWatching) return;
  isWatching = true;
  if (!process.send) {
    (globalThis as { commonlabCloseBrowsers?: () => Promise<void> }).commonlabCloseBrowsers =
      async () => {
        await Promise.allSettled([...running.values()].map(async (one) => (await one).close()));
      };
    return;
  }
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === END) setImmediate(() => process.exit());
  });
}

/**
 * `fetch` that closes each connection after use. Otherwise a busy process notices too late that the
 * server has closed a connection, and its next request fails.
 */
const fetchOnce: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
  headers.set('connection', 'close');
  return fetch(input, { ...init, headers });
};

/**
 * Gives browser tests the browsers and the compiled programs of their worker. Neither Playwright
 * nor a Chromium is started for each file, and no file loads the sources of the server
 * (scripts/jest/compiled.cjs).
 */
export default class SharedBrowserEnvironment extends endingContexts(TestEnvironment) {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of shared) this.global[name] = globalThis[name] as never;
    this.global.commonlabCompiled = compiled;
    this.global.commonlabBrowser = sharedBrowser;
    this.global.fetch = fetchOnce;
  }
}
