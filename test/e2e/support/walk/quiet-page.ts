import type { Page, Request } from 'playwright-core';

/** How long a page sends no request before it counts as loaded. */
const quietMs = 500;

function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // The frame of the request has no document yet. Perhaps this is the request for the page's own
    // document. It need not be counted, since `goto` waits for it.
    return false;
  }
}

/**
 * Follows the requests of a page, and must be called before the page is opened. Requests of frames
 * inside the page do not count: the browser may never report their end if the frame restarts, and
 * Playwright's `networkidle` would wait for it.
 * @returns a function that waits until no request is under way
 * @throws Error with the addresses of the requests that are still open after `patienceMs`
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
