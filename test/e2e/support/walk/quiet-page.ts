import type { Page, Request } from 'playwright-core';

/** How long a page sends no request before it counts as loaded. */
const quietMs = 500;

function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // The document of a frame that is not there yet; the page's own is waited for by `goto`.
    return false;
  }
}

/**
 * Follows the requests of a page, from before it is opened. Those of frames in it do not count: the browser may never
 * report the end of a request whose frame starts again, and Playwright's `networkidle` waits for it.
 * @returns waits until none is under way. @throws Error after the time, with the addresses that were
 */
export function followRequests(page: Page): (patienceMs: number) => Promise<void> {
  const open = new Set<Request>();
  let changed = () => {};
  page.on('request', (request) => {
    if (!isOf(page, request)) return;
    open.add(request);
    changed();
  });
  const end = (request: Request) => {
    if (open.delete(request)) changed();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async (patienceMs) => {
    let quiet: NodeJS.Timeout | undefined;
    let late: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        late = setTimeout(() => {
          const addresses = [...open].map((request) => request.url()).join(', ');
          reject(new Error(`under way after ${patienceMs} ms: ${addresses}`));
        }, patienceMs);
        changed = () => {
          clearTimeout(quiet);
          if (open.size === 0) quiet = setTimeout(resolve, quietMs);
        };
        changed();
      });
    } finally {
      clearTimeout(quiet);
      clearTimeout(late);
      changed = () => {};
    }
  };
}
