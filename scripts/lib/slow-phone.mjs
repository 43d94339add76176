/** The profile of a slow phone: 4 × slower processor, 1.6 Mbit/s down, 750 kbit/s up, 150 ms away. */
export const slowPhone = { slowdown: 4, down: 1_600_000 / 8, up: 750_000 / 8, latency: 150 };
export const slowPhoneDescription = '390 × 844, processor 4 × slower, 1.6 Mbit/s, 150 ms';

/**
 * A script that runs before the page's own scripts, and records what the browser's performance
 * observers report.
 */
const observe = `
  window.seen = { lcp: 0, cls: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const largest = entry.element?.outerHTML.slice(0, 120);
      Object.assign(window.seen, { lcp: entry.startTime, largest });
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.seen.cls += entry.value;
      for (const { node } of entry.sources)
        window.seen.moved.push(entry.value.toFixed(3) + ' ' + (node?.outerHTML ?? node?.nodeName)?.slice(0, 90));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * Slows down the network of a page to that of the slow phone.
 * @param {import('playwright-core').Page} page
 */
export async function slowDownNetwork(page) {
  const { down, up, latency } = slowPhone;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: up,
  });
  return session;
}

/**
 * Slows down the network and the processor of a page to those of the slow phone.
 * @param {import('playwright-core').Page} page
 */
export async function emulateSlowPhone(page) {
  const session = await slowDownNetwork(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowdown });
  return session;
}

/**
 * Measures one load of a page without a cache.
 * @param {import('playwright-core').Browser} browser
 * @param {string} origin
 * @param {string} path
 * @param {string} [token] the token of the person who opens it
 */
export async function measurePage(browser, origin, path, token) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
  });
  try {
    await context.addInitScript({
      content: `localStorage.setItem('cookieConsent', '1');${observe}`,
    });
    if (token)
      await context.addCookies([{ name: 'ff_user_access_token', value: token, url: origin }]);
    const page = await context.newPage();
    const session = await emulateSlowPhone(page);
    const sums = { requests: 0, script: 0, style: 0 };
    /** @type {Map<string, string>} */
    const types = new Map();
    session.on(
      'Network.responseReceived',
      ({ requestId, type }) => void types.set(requestId, type),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      sums.requests++;
      if (types.get(requestId) === 'Script') sums.script += encodedDataLength;
      if (types.get(requestId) === 'Stylesheet') sums.style += encodedDataLength;
    });
    await page.goto(path, { waitUntil: 'networkidle', timeout: 60_000 });
    await page.waitForTimeout(1500);
    /** @type {{ lcp: number, cls: number, moved: string[], largest?: string }} */
    const seen = await page.evaluate('window.seen');
    return { ...sums, ...seen };
  } finally {
    await context.close();
  }
}
