import type { Page } from 'playwright-core';

/** The largest accepted layout shift (CLS) while a page loads. */
const most = 0.02;

/** Runs in the page, before its own scripts. */
export const observeShifts = `
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

/** What moved on the page since it began to load, if that is too much. */
export async function excessiveShifts(page: Page): Promise<string[]> {
  const { sum, what } = await page.evaluate<{ sum: number; what: string[] }>('window.moved');
  return sum > most ? [`by ${sum.toFixed(3)}`, ...what.slice(0, 6)] : [];
}
