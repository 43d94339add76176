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
import { isLongTestRun, sampleUnlessLongRun } from '../../../support/chance/lanes';
import { printSeededRandom, type SeededRandom } from '../../../support/chance/seeded';
import { extendTimeout } from '../../../support/chance/wait';
import type { Person } from '../api';
import type { BrowserWindows } from '../browser';
import { coveredControls, windowSizes } from './covered';
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

type Named = PageToCheck & { name: string };

/** Pages that are checked in one window, one after the other. */
interface Visit {
  /** The page that is loaded over the slow line. */
  loaded: Named;
  /** All pages to check, `loaded` among them. */
  shown: readonly Named[];
}

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
 * @returns the page, and functions that make its line fast again and that wait for its requests
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
  return { page, quiet, quicken: () => line.detach() };
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

/** Switches the page to a colour scheme. */
async function setScheme(
  page: Page,
  { path }: PageToCheck,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The page around a study follows the colour scheme in CSS only, without this attribute.
  if (!path().startsWith('/run/'))
    await see(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`));
}

/**
 * The conditions in which axe-core looks at a page: each rule at the size of a desktop and on a
 * phone, and the rules about colours in both schemes.
 */
const looks = [
  { size: 'desk', scheme: 'light' },
  { size: 'desk', scheme: 'dark' },
  { size: 'phone', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
] as const;

/**
 * Finds the faults of an open page, at the size of a desktop and on a phone. Random numbers choose
 * one size and colour scheme for axe-core, and one window size for the search for covered controls.
 * `npm test -- long` uses all sizes and schemes.
 */
async function faultsOf(page: Page, shown: PageToCheck, chance: SeededRandom): Promise<string[]> {
  const looking = sampleUnlessLongRun(looks, 1, chance);
  const violationsAt = async (size: keyof typeof sizes) => {
    const all: string[] = [];
    for (const [n, { scheme }] of looking.filter((one) => one.size === size).entries()) {
      await setScheme(page, shown, scheme);
      all.push(...(await (n === 0 ? seriousViolations : seriousViolationsOfColours)(page)));
    }
    return all;
  };
  const { then, alerts } = shown;
  await then?.(page);
  const found = [
    ...(await violationsAt('desk')),
    ...(await tooSmallControls(page)),
    ...(await unexpectedAlertsAndHeadings(page)).filter(
      (what) => !alerts || !what.startsWith('alert'),
    ),
    ...(await truncatedLabels(page)),
    ...(await labelsOffCentre(page)),
    ...(await coveredControls(page, sampleUnlessLongRun(windowSizes, 1, chance))),
  ];
  await page.setViewportSize({ width: 360, height: 800 });
  found.push(
    ...(await horizontalOverflow(page)),
    ...(await truncatedLabels(page)),
    ...(await labelsOffCentre(page)),
    ...(await violationsAt('phone')),
    ...(await tooSmallControls(page)),
  );
  await page.setViewportSize({ width: 320, height: 800 });
  found.push(...(await horizontalOverflow(page)));
  return found;
}

/** Leads an open page to another page of the same screen, as a link of the web app would. */
async function moveTo(page: Page, { path, heading }: PageToCheck): Promise<void> {
  await page.setViewportSize(sizes.desk.viewport);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path());
  await see(page.getByRole('heading', { name: heading }));
}

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * Identifies a screen. All pages that a person finds at one path are states of the same screen,
 * whatever study or session they are about.
 */
const screenOf = ({ path, who }: PageToCheck) =>
  `${who?.()._id ?? ''} ${path()
    .replace(/[?#].*/, '')
    .replace(/(.)\/$/, '$1')
    .replaceAll(id, ':id')}`;

/**
 * Groups the pages by screen. One page of each screen, which the random numbers choose, is loaded;
 * the others are shown in its window. `npm test -- long` loads each page.
 */
function visitsOf(pages: readonly Named[], chance: SeededRandom): Visit[] {
  const screens = new Map<string, Named[]>();
  for (const page of pages) {
    const screen = screenOf(page);
    screens.set(screen, [...(screens.get(screen) ?? []), page]);
  }
  return [...screens.values()].flatMap((all) =>
    sampleUnlessLongRun(all, 1, chance).map((loaded) => ({
      loaded,
      shown: isLongTestRun ? [loaded] : all,
    })),
  );
}

const aboutOf = ({ shown }: Visit) => shown.flatMap(({ path }) => path().match(id) ?? []);

/**
 * Groups the visits into batches whose pages load at the same time. No two visits of a batch are
 * about the same study or session, because a page of a study shows a notice if the study is open in
 * another window of the same person.
 */
function batchesOf(visits: readonly Visit[]): Visit[][] {
  const batches: Visit[][] = [];
  for (const visit of visits) {
    const about = aboutOf(visit);
    const fits = batches.find(
      (batch) =>
        batch.length < atOnce &&
        batch.every((other) => !aboutOf(other).some((one) => about.includes(one))),
    );
    if (fits) fits.push(visit);
    else batches.push([visit]);
  }
  return batches;
}

/**
 * Visits the pages, a few at a time. Loads one page of each screen over a slow line and with a slow
 * processor, on a phone or a desktop. A printed seed chooses the page and the size. Then makes all
 * other checks on the open page, at the sizes of a desktop and a phone. `npm test -- long` loads
 * each page, at both sizes. Of several pages with one address, at most the first is loaded on a
 * phone.
 * @returns the faults, each with the page's name: a serious accessibility violation in light or
 * dark, a small target, a covered control, a label that is cut, a page wider than 360 or 320 px, a
 * layout that shifts while the page loads
 */
export async function findPageFaults(
  browser: BrowserWindows,
  pages: Record<string, PageToCheck>,
): Promise<string[]> {
  const found: string[] = [];
  const addresses = new Set<string>();
  const isNew = ({ path, who }: PageToCheck) => {
    const address = `${who?.()._id ?? ''} ${path().split('#')[0]}`;
    return addresses.size < addresses.add(address).size;
  };
  const chance = printSeededRandom('which pages load, their sizes and their colours');
  const blank = await browser.open();
  const loadAt = async (size: keyof typeof sizes, shown: Named) => {
    const opened = await openSlowly(browser, shown, sizes[size]);
    const shifts = await excessiveShifts(opened.page);
    found.push(...shifts.map((what) => `${shown.name}, on a ${size}: moves ${what}`));
    return opened;
  };
  const load = async (visit: Visit) => {
    const { loaded } = visit;
    // The phone comes first, because a page may show a notice once it is open in another window.
    const [first, second] = isNew(loaded)
      ? sampleUnlessLongRun(['phone', 'desk'] as const, 1, chance)
      : ['desk' as const];
    let opened = await loadAt(first ?? 'desk', loaded);
    if (second) {
      await opened.page.context().close();
      opened = await loadAt(second, loaded);
    }
    await opened.quicken();
    return { ...visit, page: opened.page, quiet: opened.quiet };
  };
  const failed =
    ({ name }: Named) =>
    (error: unknown) =>
      void found.push(`${name}: ${String(error)}`);
  for (const visits of batchesOf(
    visitsOf(
      Object.entries(pages).map(([name, page]) => ({ name, ...page })),
      chance,
    ),
  )) {
    const opened = await slowed(blank, () =>
      Promise.all(visits.map((visit) => load(visit).catch(failed(visit.loaded)))),
    );
    for (const { loaded, shown, page, quiet } of opened.filter((one) => one !== undefined)) {
      let at = loaded;
      for (const next of shown) {
        try {
          if (next !== at) {
            await moveTo(page, next);
            await quiet(patienceMs);
          }
          at = next;
          await page.setViewportSize(sizes.desk.viewport);
          const faults = await faultsOf(page, next, chance);
          found.push(...faults.map((what) => `${next.name}: ${what}`));
        } catch (error) {
          failed(next)(error);
        }
      }
      await page.context().close();
    }
  }
  return found;
}
