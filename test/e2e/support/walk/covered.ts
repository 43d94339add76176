import type { Page } from 'playwright-core';

/** The window sizes at which the test searches for covered controls. */
export const windowSizes: readonly { width: number; height: number }[] = [
  { width: 1280, height: 900 },
  { width: 820, height: 700 },
  { width: 360, height: 640 },
];

/**
 * How far the ring of a focused control reaches over its edge, in CSS pixels (web/src/ui/base.css).
 */
const ring = 5;

/**
 * Runs in the page. Scrolls each control into view, and looks at up to three points: the centre of
 * the control, and the middle of its focus ring above and below. The control is covered if the
 * topmost element at a point belongs to another fixed or sticky layer.
 */
function find(ringWidth: number): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')];
  const within = dialogs.at(-1) ?? document;
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(
      element.getAttribute('aria-label') ||
      element.textContent ||
      element.getAttribute('name') ||
      element.id
    )
      .trim()
      .slice(0, 40)}"`;
  const layerOf = (element: Element | null): Element | null => {
    for (let at = element; at; at = at.parentElement) {
      const { position, pointerEvents } = getComputedStyle(at);
      if ((position === 'fixed' || position === 'sticky') && pointerEvents !== 'none') return at;
    }
    return null;
  };
  const isOver = (layer: Element, x: number, y: number) => {
    const { left, right, top, bottom } = layer.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  };
  /** Limits the box to its visible part: clipped parts cannot be covered. */
  const seenOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at === document.body || getComputedStyle(at).overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !(element as HTMLButtonElement).disabled &&
    element.getClientRects().length > 0;
  const found: string[] = [];
  for (const control of within.querySelectorAll<HTMLElement>(controls)) {
    if (!isShown(control)) continue;
    // Scrolls to the nearest edge, as the tab key does, but sets no focus, which would open a list
    // of choices.
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = seenOf(control);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const points = {
      centre: [x, y],
      // The ring of a tall control cannot be visible above and below at the same time, so it is not checked.
      ...(box.bottom - box.top < innerHeight / 2 && {
        'ring above': [x, box.top - ringWidth],
        'ring below': [x, box.bottom + ringWidth],
      }),
    };
    for (const [place, [left = 0, top = 0]] of Object.entries(points)) {
      const hit = document.elementFromPoint(left, top);
      const layer = layerOf(hit);
      if (!layer || layer.contains(control) || control.contains(hit)) continue;
      // A control above the layer, such as the link that skips to the content, has its ring above
      // the layer, too.
      if (place !== 'centre' && isOver(layer, x, y)) continue;
      found.push(`${named(control)}: ${place} is under ${layer.tagName} ${layer.className}`);
      break;
    }
  }
  return [...new Set(found)].slice(0, 8);
}

/**
 * Finds controls that a fixed or sticky layer covers, or whose focus ring it covers (WCAG 2.2,
 * 2.4.11).
 */
export async function coveredControls(page: Page, sizes = windowSizes): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // The page measures the space that a layer needs one frame after a change of size.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
    );
    const here = await page.evaluate(find, ring);
    found.push(...here.map((what) => `${size.width} px: ${what}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}
