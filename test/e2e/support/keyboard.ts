import type { ElementHandle, Locator, Page } from 'playwright-core';
import { eventually } from '../../support/chance/wait';

const isActive = (what: Locator) =>
  what.evaluate((element) => element === element.ownerDocument.activeElement);

type Found = ElementHandle<SVGElement | HTMLElement>;

/** Whether the element still has the focus; null if it is no longer on the page. */
const isStillActive = async (element: Found | null): Promise<boolean | null> => {
  try {
    const seen = await element?.evaluate((e) =>
      e.isConnected ? e === e.ownerDocument.activeElement : null,
    );
    return seen ?? null;
  } catch {
    // The frame has navigated to another page.
    return null;
  }
};

/**
 * Presses a key until the element has the focus. Finding an element by its role takes far
 * longer than a key press, so it is searched again only if it was replaced.
 * @throws Error that names the element
 */
export async function pressUntilFocused(
  page: Page,
  key: string,
  what: Locator,
  most: number,
): Promise<void> {
  let element: Found | null = null;
  for (let i = 0; i < most; i++) {
    let is = await isStillActive(element);
    if (is === null) {
      element = await what.first().elementHandle();
      is = await isStillActive(element);
    }
    if (is) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${what.toString()}`);
}

export const hasFocus = (what: Locator): Promise<boolean> =>
  eventually(() => isActive(what), Boolean);

interface Focused {
  what: string;
  /** Whether the element is in the window, and something shows that it has the focus. */
  shown: boolean;
}

/** Finds the element with the focus; null if no element has it. */
const focused = (page: Page): Promise<Focused | null> =>
  page.evaluate<Focused | null>(`(() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const drawn = (s) => (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== 'none';
    // The focus ring of a radio button or checkbox is on a neighbouring element, and that of a link
    // on its card.
    const near = [e, e.parentElement, e.nextElementSibling].filter(Boolean);
    const styles = near.flatMap((n) => [getComputedStyle(n), getComputedStyle(n, '::after')]);
    const { top, bottom, left, right } = e.getBoundingClientRect();
    const inside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    // A script moved the focus to a heading or to the main part of the page; they need no ring,
    // because nothing is operated there.
    const landing = e.matches('h1, h2, h3, h4, legend, main, [role=dialog]');
    return { what: e.outerHTML.slice(0, 160), shown: inside && (landing || styles.some(drawn)) };
  })()`);

/**
 * Expects that some element in the window has the focus, and that the focus is visible.
 * @throws Error that names the element
 */
export async function expectFocus(page: Page, after: string): Promise<void> {
  const seen = await eventually(
    () => focused(page),
    (now) => now?.shown === true,
    4_000,
  ).catch(() => focused(page));
  if (seen?.shown !== true)
    throw new Error(
      `after ${after}: the focus is ${seen ? `not to be seen at ${seen.what}` : 'nowhere'}`,
    );
}

/** Presses the tab key until the element has the focus. */
export async function tabTo(page: Page, what: Locator, most = 200): Promise<void> {
  // A radio button under its label can have the focus without being visible, so it only has to be
  // in the page.
  await what.first().waitFor({ state: 'attached' });
  await pressUntilFocused(page, 'Tab', what, most);
}

/** Presses the down arrow until the item of an open menu has the focus. */
export async function arrowTo(page: Page, item: Locator, most = 20): Promise<void> {
  await item.waitFor();
  await pressUntilFocused(page, 'ArrowDown', item, most);
}

/** Moves the focus to the element with Tab, expects a visible focus, and presses a key. */
export async function tabToAndPress(page: Page, what: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, what);
  await expectFocus(page, `Tab to ${what.toString()}`);
  await page.keyboard.press(key);
  await expectFocus(page, `${key} on ${what.toString()}`);
}

/** Moves the focus to the field with Tab, and types the text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await expectFocus(page, `Tab to ${field.toString()}`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
