import type { Page } from 'playwright-core';
import {
  cutLabels,
  misnamed,
  seriousViolations,
  seriousViolationsOfColours,
  smallTargets,
  sticksOut,
} from './accessibility';
import type { Person } from './api';
import type { Windows } from './browser';
import { coveredControls } from './covered';
import { see, seeHeading } from './see';

/** A page of the web app, as the tests of every page look at it (test/architecture/pages.spec.ts). */
export interface ShownPage {
  path: () => string;
  who?: () => Person;
  heading: string | RegExp;
  then?: (page: Page) => Promise<unknown>;
  /** Whether the page shows an alert on purpose. */
  alerts?: true;
}

/**
 * Expects no serious accessibility violation in light or dark, no small target, no covered control, no
 * label that is cut, and no horizontal overflow at 360 and 320 px.
 */
export async function lookAt(
  browser: Pick<Windows, 'open'>,
  { path, who, heading, then, alerts }: ShownPage,
): Promise<void> {
  const page = await browser.open({
    ...(who && { as: who() }),
    colorScheme: 'light',
    // Like a first visit, with the cookie notice at the bottom of the window.
    cookiesAccepted: false,
    again: true,
  });
  await page.goto(path());
  await seeHeading(page, heading);
  await then?.(page);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect((await misnamed(page)).filter((what) => !alerts || !what.startsWith('alert'))).toEqual([]);

  expect(await coveredControls(page)).toEqual([]);
  expect(await cutLabels(page)).toEqual([]);

  await page.emulateMedia({ colorScheme: 'dark' });
  // The page around a study follows the colour scheme in CSS only, without this attribute.
  if (!path().startsWith('/run/')) await see(page.locator('html[data-mantine-color-scheme=dark]'));
  expect(await seriousViolationsOfColours(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(await cutLabels(page)).toEqual([]);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
}
