import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from './api';
import { extendTimeout } from '../../support/chance/wait';
import { runningProduct } from './product';
import { goOnAfterUnconfirmedKeys } from './unconfirmed-keys';

const tokenCookie = 'ff_user_access_token';

interface Options extends BrowserContextOptions {
  /** The person who is signed in in this window; if absent, no person is signed in. */
  as?: Person;
  /** The origin of the web app; by default the product's own. */
  origin?: string;
  /** Whether the cookie notice was accepted before, as on a second visit. */
  cookiesAccepted?: boolean;
}

export interface BrowserWindows {
  /** Opens a window with its own cookies and storage. */
  open(options?: Options): Promise<Page>;
  /**
   * Problems that no page may have: an uncaught error, a console message of level error, a
   * violation of the Content-Security-Policy, a response with a status of 500 or above.
   */
  problems: string[];
  closeAll(): Promise<void>;
  quit(): Promise<void>;
}

/**
 * Tells whether a console message only reports a refused call, since some tests expect refused
 * calls.
 */
const isRefusedCall = (text: string) =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);

function record(page: Page, problems: string[]) {
  const at = () => new URL(page.url()).pathname;
  page.on('pageerror', (error) => problems.push(`${at()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedCall(message.text()))
      problems.push(`${at()}: ${message.text()}`);
  });
  page.on('response', (answer) => {
    // A missing script or image is not a refused call.
    if (answer.status() >= (answer.request().resourceType() === 'fetch' ? 500 : 400))
      problems.push(`${at()}: ${answer.status()} from ${answer.url()}`);
  });
}

const usual = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;

const { commonlabBrowser: sharedBrowser } = globalThis as typeof globalThis & {
  commonlabBrowser: (more: readonly string[], whole: boolean) => Promise<Browser>;
};

/** Opens the windows of a test file, in the Chromium of its worker (shared-browser-environment.ts). */
async function windowsOf(more: readonly string[], whole: boolean): Promise<BrowserWindows> {
  const browser = await sharedBrowser(more, whole);
  /** All open contexts of this file. */
  const contexts = new Set<BrowserContext>();
  let isOver = false;
  const problems: string[] = [];
  const newContext = async ({
    as,
    origin = runningProduct().url,
    cookiesAccepted = true,
    ...options
  }: Options) => {
    if (isOver) throw new Error('The tests of this file are over');
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: usual.viewport,
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.add(context);
    context.setDefaultTimeout(extendTimeout(30_000));
    // The handler also runs for tabs that a page opens.
    context.on('page', goOnAfterUnconfirmedKeys);
    if (as) await context.addCookies([{ name: tokenCookie, value: as.token, url: origin }]);
    if (cookiesAccepted)
      await context.addInitScript({
        content: "if (window === top) localStorage.setItem('cookieConsent', '1')",
      });
    return context;
  };
  const close = async (context: BrowserContext) => {
    contexts.delete(context);
    await context.close();
  };
  const newPage = async (options: Options) => {
    const context = await newContext(options);
    const page = await context.newPage();
    record(page, problems);
    return page;
  };
  return {
    problems,
    open: (options = {}) => newPage(options),
    async closeAll() {
      await Promise.all([...contexts].map(close));
    },
    async quit() {
      // Prevents a failed test that is still running from opening windows in the next file.
      isOver = true;
      await Promise.all([...contexts].map(close));
    },
  };
}

/**
 * For each test file: closes its windows after each test, and fails a test if a page had a problem.
 * @param more additional arguments for Chromium
 * @param whole a complete browser; otherwise the headless shell, which is faster
 */
export function useBrowser(more: readonly string[] = [], whole = false): BrowserWindows {
  const holder: { windows?: BrowserWindows } = {};
  const windows = () => {
    if (!holder.windows) throw new Error('the browser is not open yet');
    return holder.windows;
  };
  beforeAll(async () => {
    holder.windows = await windowsOf(more, whole);
  });
  afterEach(async () => {
    const seen = windows().problems.splice(0);
    await windows().closeAll();
    expect(seen).toEqual([]);
  });
  afterAll(async () => {
    await holder.windows?.quit();
  });
  return {
    open: (options) => windows().open(options),
    get problems() {
      return windows().problems;
    },
    closeAll: () => windows().closeAll(),
    quit: () => windows().quit(),
  };
}
