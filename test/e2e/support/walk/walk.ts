import type { Page } from 'playwright-core';
import { emulateSlowPhone, slowDownNetwork } from '../../../../scripts/lib/slow-phone.mjs';
import {
  truncatedLabels,
  labelsOffCentre,
  unexpectedAlertsAndHeadings,
  seriousViolations,
  seriousViolationsOfColours,
  tooSmallControls,
  horizontalOverflow,
} from '../accessibility';
import { sampleUnlessLongRun } from '../../../support/chance/lanes';
import { printSeededRandom } from '../../../support/chance/seeded';
import { extendTimeout } from '../../../support/chance/wait';
import type { Person } from '../api';
import type { BrowserWindows } from '../browser';
import { coveredControls } from './covered';
import { excessiveShifts, observeShiftsScript } from './layout-shifts';
import { followRequests } from './quiet-page';
import { see } from '../see';
import { canSlowDownProcessor, slowDownProcessor } from '../slow-processor';

/**
 * A page of the web app, or a state of it, that is opened and checked
 * (test/architecture/pages.spec.ts).
 */
export interface PageToCheck {
  path: () => string;
  who?: () => Person;
  heading: string | RegExp;
  then?: (page: Page) => Promise<unknown>;
  /** Whether the page shows an alert on purpose. */
  alerts?: true;
}

type Browser = Pick<BrowserWindows, 'open'>;

/** The title of each test that visits the pages. */
export const pageCheckTestTitle =
  'no serious accessibility violation in light or dark, no small target, no covered control, no label cut or off centre, ' +
  'no overflow at 360 and 320 px, no layout shift over a slow connection';

/** How long a page may take to load over its slow line while other tests use the processor. */
const patienceMs = extendTimeout(30_000);
/** How many pages load at the same time; each waits for its own slow line. */
const atOnce = 4;
/**
 * The windows of a phone and of a desktop. On the phone, the cookie notice was accepted before; on the
 * desktop it is open and covers a part of the page.
 */
const sizes = {
  phone: { viewport: { width: 390, height: 844 }, cookiesAccepted: true },
  desk: { viewport: { width: 1280, height: 900 }, cookiesAccepted: false },
};

/**
 * Opens a page over the slow line of a phone.
 * @returns the page, and a function that makes its line fast again
 */
async function openSlowly(
  browser: Browser,
  { path, who, heading }: PageToCheck,
  options: (typeof sizes)['desk'],
) {
  const page = await browser.open({ ...(who && { as: who() }), colorScheme: 'light', ...options });
  await page.addInitScript({ content: observeShiftsScript });
  const quiet = followRequests(page);
  const line = await (canSlowDownProcessor ? slowDownNetwork(page) : emulateSlowPhone(page));
  await page.goto(path(), { timeout: patienceMs });
  await see(page.getByRole('heading', { name: heading }));
  await quiet(patienceMs);
  return { page, quicken: () => line.detach() };
}

/** Runs `act` while the processor of the browser's pages is as slow as a phone's. */
async function slowed<T>(page: Page, act: () => Promise<T>): Promise<T> {
  if (!canSlowDownProcessor) return act();
  const quicken = await slowDownProcessor(page);
  try {
    return await act();
  } finally {
    await quicken();
  }
}

/** Finds the faults of an open page: at the size of a desktop in both colour schemes, and on a phone. */
async function faultsOf(page: Page, { path, then, alerts }: PageToCheck): Promise<string[]> {
  await then?.(page);
  const found = [
    ...(await seriousViolations(page)),
    ...(await tooSmallControls(page)),
    ...(await unexpectedAlertsAndHeadings(page)).filter(
      (what) => !alerts || !what.startsWith('alert'),
    ),
    ...(await coveredControls(page)),
    ...(await truncatedLabels(page)),
    ...(await labelsOffCentre(page)),
  ];
  await page.emulateMedia({ colorScheme: 'dark' });
  // The page around a study follows the colour scheme in CSS only, without this attribute.
  if (!path().startsWith('/run/')) await see(page.locator('html[data-mantine-color-scheme=dark]'));
  found.push(...(await seriousViolationsOfColours(page)));

  await page.setViewportSize({ width: 360, height: 800 });
  found.push(
    ...(await horizontalOverflow(page)),
    ...(await truncatedLabels(page)),
    ...(await labelsOffCentre(page)),
    ...(await seriousViolations(page)),
    ...(await tooSmallControls(page)),
  );
  await page.setViewportSize({ width: 320, height: 800 });
  found.push(...(await horizontalOverflow(page)));
  return found;
}

const aboutOf = ({ path }: PageToCheck) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path())?.[0];

/**
 * Groups the pages into batches that load at the same time. No two pages of a batch are about the
 * same study or session, because a page of a study shows a notice if the study is open in another
 * window of the same person.
 */
function batchesOf(pages: readonly [string, PageToCheck][]): [string, PageToCheck][][] {
  const batches: [string, PageToCheck][][] = [];
  for (const page of pages) {
    const about = aboutOf(page[1]);
    const fits = batches.find(
      (batch) =>
        batch.length < atOnce &&
        (about === undefined || batch.every(([, other]) => aboutOf(other) !== about)),
    );
    if (fits) fits.push(page);
    else batches.push([page]);
  }
  return batches;
}

/**
 * Visits the pages, a few at a time. It loads each page over a slow line and with a slow processor,
 * and then makes all other checks on the open page, at the sizes of a desktop and a phone. `npm
 * test -- long` loads each page at both sizes; other runs load it at one of them, chosen by a
 * printed seed. If an earlier entry has the same address, the page is loaded at the size of a
 * desktop only.
 * @returns the faults, each with the page's name: a serious accessibility violation in light or
 * dark, a small target, a covered control, a label that is cut, a page wider than 360 or 320 px, a
 * layout that shifts while the page loads
 */
export async function findPageFaults(
  browser: BrowserWindows,
  pages: Record<string, PageToCheck>,
): Promise<string[]> {
  const found: string[] = [];
  const loaded = new Set<string>();
  const isNew = ({ path, who }: PageToCheck) => {
    const address = `${who?.()._id ?? ''} ${path().split('#')[0]}`;
    return loaded.size < loaded.add(address).size;
  };
  const chance = printSeededRandom('the size at which each page loads');
  const blank = await browser.open();
  const loadAt = async (size: keyof typeof sizes, name: string, shown: PageToCheck) => {
    const opened = await openSlowly(browser, shown, sizes[size]);
    const shifts = await excessiveShifts(opened.page);
    found.push(...shifts.map((what) => `${name}, on a ${size}: moves ${what}`));
    return opened;
  };
  const load = async ([name, shown]: [string, PageToCheck]) => {
    // The phone comes first, because a page may show a notice once it is open in another window.
    const [first, second] = isNew(shown)
      ? sampleUnlessLongRun(['phone', 'desk'] as const, 1, chance)
      : ['desk' as const];
    let opened = await loadAt(first ?? 'desk', name, shown);
    if (second) {
      await opened.page.context().close();
      opened = await loadAt(second, name, shown);
    }
    await opened.quicken();
    await opened.page.setViewportSize(sizes.desk.viewport);
    return { name, shown, page: opened.page };
  };
  for (const some of batchesOf(Object.entries(pages))) {
    const opened = await slowed(blank, () =>
      Promise.all(
        some.map((one) =>
          load(one).catch((error: unknown) => void found.push(`${one[0]}: ${String(error)}`)),
        ),
      ),
    );
    for (const { name, shown, page } of opened.filter((one) => one !== undefined)) {
      const faults = await faultsOf(page, shown).catch((error: unknown) => [String(error)]);
      found.push(...faults.map((what) => `${name}: ${what}`));
      await page.context().close();
    }
  }
  return found;
}
