import type { Locator, Page } from 'playwright-core';
import { eventually, extendTimeout } from '../../support/chance/wait';

/**
 * Waits until the element is visible.
 * @param withinMs the limit on an idle machine; `extendTimeout` extends it
 */
export const see = (what: Locator, withinMs = 30_000): Promise<void> =>
  what.first().waitFor({ state: 'visible', timeout: extendTimeout(withinMs) });
export const seeText = (page: Page, text: string | RegExp, withinMs?: number): Promise<void> =>
  see(page.getByText(text), withinMs);
export const seeHeading = (page: Page, name: string | RegExp): Promise<void> =>
  see(page.getByRole('heading', { name }));
export const waitUntilHidden = (what: Locator): Promise<void> =>
  what.first().waitFor({ state: 'hidden' });

/** Waits until the address bar shows that path (and query). */
export const waitForPath = (page: Page, path: string): Promise<string> =>
  eventually(
    () => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
    (now) => now === path,
  );

/** Reads the error message of a field, as assistive technology does. */
export async function fieldErrorOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await eventually(
    () => field.getAttribute('aria-invalid'),
    (value) => value === 'true',
  );
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ').filter(Boolean) ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  return texts.join(' ');
}

/** Signs in with the form on screen. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Reads the numbers of a tile of the dashboard, by their labels. */
export async function dashboardTileNumbers(
  page: Page,
  title: string,
): Promise<Record<string, string>> {
  const tile = page.locator('[data-tile]', { hasText: title });
  await see(tile);
  return tile.evaluate((element) => ({
    fill:
      [...element.querySelectorAll('span')]
        .map((one) => /^(\d+) of (\d+) spots taken$/.exec(one.textContent ?? ''))
        .find(Boolean)
        ?.slice(1)
        .join(' / ') ?? '',
    state: element.getAttribute('data-state') ?? '',
    ...Object.fromEntries(
      [...element.querySelectorAll('dl > div')].map((pair) => [
        pair.querySelector('dt')?.textContent ?? '',
        pair.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  }));
}

export const waitForDashboardTile = (
  page: Page,
  title: string,
  wanted: Record<string, string>,
  withinMs?: number,
): Promise<Record<string, string>> =>
  eventually(
    () => dashboardTileNumbers(page, title),
    (tile) => Object.entries(wanted).every(([name, value]) => tile[name] === value),
    withinMs,
  );

/** Waits for the next automatic save of the study editor; must be called before the change. */
export const waitForStudySave = (page: Page): Promise<unknown> =>
  page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      /\/api\/studies\/[^/]+\/$/.test(answer.url()) &&
      answer.ok(),
  );
