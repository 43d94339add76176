import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** The rules of axe-core about colours, the only ones that a colour scheme can affect. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Turns off the rules of axe-core with a minor or moderate impact. If a rule has an impact, all
 * findings of the rule have the same impact.
 */
const withoutLesser = `
  ({ rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => [id, { enabled: false }]),
  ) })`;

/**
 * Returns the serious and critical violations that axe-core finds on the current page. Runs axe-core
 * through the debugger, since the Content-Security-Policy would refuse a script element.
 * @param rules limits the check to these rules; all rules by default
 */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe);
  const which = rules ? JSON.stringify({ runOnly: rules }) : withoutLesser;
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'], ...${which} }).then(({ violations }) => violations)`,
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

/** Checks only colours, for a page that was checked completely in the other colour scheme. */
export const seriousViolationsOfColours = (page: Page): Promise<string[]> =>
  violations(page, ofColours);

/** Returns by how many pixels the page is wider than its window, and which elements overflow. */
export async function horizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > clientWidth + 1).slice(0, 3);
    return ['wider than the window by ' + (scrollWidth - clientWidth) + ' px', ...wide.map((e) => e.outerHTML.slice(0, 150))];
  })()`);
}

/** Finds badges, buttons and tabs whose label does not fit, so that its end is cut off. */
export async function truncatedLabels(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const labels = '.mantine-Badge-label, .mantine-Button-label, .mantine-Tabs-tabLabel, .mantine-SegmentedControl-innerLabel';
    return [...document.querySelectorAll(labels)]
      .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
      .map((e) => 'cut: ' + e.textContent + ' ' + e.clientWidth + ' of ' + e.scrollWidth + ' px');
  })()`);
}

/** Finds buttons whose label is not in the middle of their height. */
export async function labelsOffCentre(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const middle = (e) => { const { top, height } = e.getBoundingClientRect(); return top + height / 2; };
    return [...document.querySelectorAll('.mantine-Button-root')]
      .map((button) => ({ button, label: button.querySelector('.mantine-Button-label') }))
      .filter(({ button, label }) => label?.checkVisibility() && Math.abs(middle(button) - middle(label)) > 2)
      .map(({ label }) => 'label off centre: ' + label.textContent);
  })()`);
}

/**
 * Finds controls smaller than 24 × 24 CSS pixels (WCAG 2.2, 2.5.8). Ignores links within a
 * sentence, as WCAG does. Ignores invisible controls, since people do not press them: the page
 * shows another element in their place, such as the label of a radio button.
 */
export async function tooSmallControls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem], summary';
    const hasWords = (node) => node.nodeType === 3 && node.textContent.trim() !== '';
    const inSentence = (e) => e.tagName === 'A' && [...e.parentElement.childNodes].some(hasWords);
    const isSeen = (e) => {
      const { width, height } = e.getBoundingClientRect();
      const options = { opacityProperty: true, visibilityProperty: true };
      return width > 1 && height > 1 && e.checkVisibility(options) && !e.closest('[aria-hidden=true]');
    };
    const isLarge = (e) => {
      // A pseudo-element may extend a link to its whole card, and a click on a label reaches its
      // control.
      const after = getComputedStyle(e, '::after');
      if (after.position === 'absolute' && after.content !== 'none') return true;
      return [e, ...(e.labels ?? [])]
        .map((one) => one.getBoundingClientRect())
        .some(({ width, height }) => Math.round(width) >= 24 && Math.round(height) >= 24);
    };
    return [...document.querySelectorAll(controls)]
      .filter((e) => isSeen(e) && !inSentence(e) && !isLarge(e))
      .map((e) => {
        const { width, height } = e.getBoundingClientRect();
        return Math.round(width) + '×' + Math.round(height) + ' ' + e.outerHTML.slice(0, 140);
      });
  })()`);
}

/** Finds alerts on a page on which nothing has happened, and headings that still say “Loading”. */
export async function unexpectedAlertsAndHeadings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const alerts = [...document.querySelectorAll('[role=alert]')];
    const shown = alerts.filter((e) => e.textContent.trim() !== '' && e.checkVisibility());
    const headings = [...document.querySelectorAll('h1')].filter((e) => /^Loading/.test(e.textContent));
    return [
      ...shown.map((e) => 'alert: ' + e.outerHTML.slice(0, 150)),
      ...headings.map((e) => 'h1: ' + e.textContent),
    ];
  })()`);
}
