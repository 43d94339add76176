import type { Page } from 'playwright-core';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { seriousViolations, horizontalOverflow } from './accessibility';
import { see } from './see';

const chance = printSeededRandom('the size at which axe-core checks a page');

/**
 * Checks the accessibility of the page. Random numbers choose one of two ways: the page as it is,
 * or in the dark colour scheme on a phone. `npm test -- long` checks both. Always checks that the
 * page is not wider than a phone. Restores the window size of a desktop at the end.
 */
export async function expectAccessiblePage(page: Page): Promise<void> {
  const at = sampleUnlessLongRun(['desk', 'phone'], 1, chance);
  if (at.includes('desk')) expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 800 });
  await see(page.locator('html[data-mantine-color-scheme=dark]'));
  expect(await horizontalOverflow(page)).toEqual([]);
  if (at.includes('phone')) expect(await seriousViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 900 });
}
