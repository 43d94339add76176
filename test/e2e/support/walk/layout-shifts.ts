import type { Page } from 'playwright-core';

/** The largest accepted layout shift (CLS) while a page loads. */
const most = 0.02;

/** A script that sums up the layout shifts of a page. It must run before the page's own scripts. */
export const observeShiftsScript = `
  window.moved = { sum: 0, what: [] };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.moved.sum += value;
      for (const { node } of sources)
        window.moved.what.push(value.toFixed(3) + ' ' + (node && node.outerHTML || '').slice(0, 80));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * @returns which elements moved since the page began to load; empty if they moved less than the
 * limit
 */
export async function excessiveShifts(page: Page): Promise<string[]> {
  const { sum, what } = await page.evaluate<{ sum: number; what: string[] }>('window.moved');
  return sum > most ? [`by ${sum.toFixed(3)}`, ...what.slice(0, 6)] : [];
}
