import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** The rules of axe-core that look at colours, which is all that another colour scheme changes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * The serious and critical violations that axe-core finds on the current page. Evaluated through
 * the debugger: the Content-Security-Policy would refuse a script.
 * @param rules only these; all without it
 */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 200)} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
      ),
    );
}

export const seriousViolations = (page: Page): Promise<string[]> => violations(page);

/** For a page that was looked at whole in the other colour scheme. */
export const seriousViolationsOfColours = (page: Page): Promise<string[]> =>
  violations(page, ofColours);

/** By how many pixels the page is wider than its window, and which elements overflow. */
export async function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > clientWidth + 1).slice(0, 3);
    return ['wider than the window by ' + (scrollWidth - clientWidth) + ' px', ...wide.map((e) => e.outerHTML.slice(0, 150))];
  })()`);
}
