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

/**
 * Controls smaller than 24 × 24 CSS pixels (WCAG 2.2, 2.5.8). Links within a sentence are exempt, as
 * there; so is what is only for scripts or drawn elsewhere (a radio button under its label).
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const inSentence = (e) => e.tagName === 'A' && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
    const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && e.checkVisibility({ opacityProperty: true, visibilityProperty: true }); };
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem], summary')]
      .filter((e) => seen(e) && !inSentence(e) && !e.closest('[aria-hidden=true]'))
      .filter((e) => {
        // The label belongs to its control; a pseudo-element may widen a link to its card.
        const box = [e, ...(e.labels ?? [])].map((x) => x.getBoundingClientRect());
        const after = getComputedStyle(e, '::after');
        if (after.position === 'absolute' && after.content !== 'none') return false;
        return !box.some((r) => Math.round(r.width) >= 24 && Math.round(r.height) >= 24);
      })
      .map((e) => { const r = e.getBoundingClientRect(); return Math.round(r.width) + '×' + Math.round(r.height) + ' ' + e.outerHTML.slice(0, 140); });
  })()`);
}

/** What claims to be urgent without anything having happened, and a heading that does not name its page. */
export async function misnamed(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[
    ...[...document.querySelectorAll('[role=alert]')].filter((e) => e.textContent.trim() !== '' && e.checkVisibility()).map((e) => 'alert: ' + e.outerHTML.slice(0, 150)),
    ...[...document.querySelectorAll('h1')].filter((e) => /^Loading/.test(e.textContent)).map((e) => 'h1: ' + e.textContent),
  ]`);
}
