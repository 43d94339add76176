import type { Page } from 'playwright-core';
import { seriousViolations, horizontalOverflow } from './accessibility';
import { see } from './see';

/**
 * Checks the accessibility of the page: first as it is, then in the dark colour scheme on a phone.
 * Restores the window size of a desktop at the end.
 */
export async function expectAccessiblePage(page: Page): Promise<void> {
  expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 800 });
  await see(page.locator('html[data-mantine-color-scheme=dark]'));
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 900 });
}
