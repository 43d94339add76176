import type { Page, Route } from 'playwright-core';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson } from '../support/api';
import { extendTimeout } from '../../support/chance/wait';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

/** An image of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** A study that requests its files in every way a page can, and records what it got. */
const asking = {
  'parts/index.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Files</title></head>
<body><img id="written" src="../dot.png" alt=""><div id="place"></div><script>
const shown = (image) => image.decode().then(() => [image.naturalWidth, new URL(image.src).pathname.split('/').pop()]);
const asked = (url) => new Promise((done) => {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.responseType = 'json';
  request.onload = () => done([request.status, request.response.words]);
  request.send();
});
(async () => {
  const early = await asked('../words.json');
  const answer = await fetch('../words.json');
  const { words } = await answer.json();
  const made = new Image();
  made.src = '../dot.png';
  const set = document.createElement('img');
  set.setAttribute('src', '../dot.png?n=1');
  place.innerHTML = '<p><img src="../dot.png" alt=""></p>';
  await commonlab.record({
    early, words, type: answer.headers.get('content-type'), file: new URL(answer.url).pathname.split('/').pop(),
    late: await asked('../words.json'),
    made: await shown(made), set: await shown(set), inHtml: await shown(place.querySelector('img')),
    written: await shown(document.getElementById('written')),
    missing: (await fetch('../none.json')).status,
  });
  commonlab.finish();
})();</script></body></html>`),
  'dot.png': dot,
  'words.json': Buffer.from('{"words":["red","green"]}'),
};
const got = {
  early: [200, ['red', 'green']],
  words: ['red', 'green'],
  type: 'application/json; charset=utf-8',
  file: 'words.json',
  late: [200, ['red', 'green']],
  made: [1, 'dot.png'],
  set: [1, 'dot.png'],
  inHtml: [1, 'dot.png'],
  written: [1, 'dot.png'],
  missing: 404,
};
const entry = { entry: 'parts/index.html' };

/**
 * Handles the first requests for a file by the steps of `plan`; later requests reach the server.
 */
async function planned(page: Page, file: string, plan: ((route: Route) => Promise<void>)[]) {
  const asked: string[] = [];
  await page.route(`**/s/*/${file}`, async (route) => {
    asked.push(route.request().resourceType());
    await (plan.shift() ?? ((one: Route) => one.continue()))(route);
  });
  return asked;
}
const fails = (route: Route) => route.fulfill({ status: 503 });
const breaks = (route: Route) => route.abort();
/** Console problems except those about files that failed to load. */
const saidOfFiles = () =>
  browser.problems
    .splice(0)
    .filter((one) => !/Failed to load resource|503|404|net::ERR/i.test(one));

describe('files of a study that are loaded beforehand', () => {
  it('are loaded before the study begins, with retries for failed files, and are not requested again by the study', async () => {
    const study = await launchUploadedStudy(asking, 'Files in all ways', entry);
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const words = await planned(page, 'words.json', [fails, breaks]);
    await planned(page, 'dot.png', [(route) => held.then(() => route.continue())]);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'Loading the study’s files');
    const bar = page.getByRole('progressbar', { name: 'Loading the study’s files' });
    await see(bar);
    // One of the two files has been loaded.
    await see(page.getByRole('status').filter({ hasText: /^20 % of 1 kB loaded$/ }));
    expect(await bar.getAttribute('value')).toBe('25');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.locator('iframe').count()).toBe(0);
    release();
    await seeHeading(page, 'All of your answers have arrived');
    expect(trialsIn(await recordsOfSession(study.session_id))).toEqual([got]);
    // The page around the study sent these three requests. The study's own requests did not reach
    // the server, because this page answered them.
    expect(words).toHaveLength(3);
    expect(saidOfFiles()).toEqual([]);
  });

  it('prevent the start while one of them fails, and are requested again by a button', async () => {
    const study = await launchUploadedStudy(asking, 'Files that do not come', entry);
    const { page, participation } = await enrolAndOpenStudy(browser, study, 360);
    await planned(
      page,
      'words.json',
      Array.from({ length: 5 }, () => breaks),
    );
    const dots = await planned(page, 'dot.png', []);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await page
      .getByRole('heading', { name: 'A file of the study did not arrive' })
      .waitFor({ timeout: extendTimeout(40_000) });
    await see(page.getByText('words.json (1 kB)'));
    await see(page.getByText(/Mostly it is an ad blocker: turn it off for this page/));
    await see(page.getByRole('link', { name: 'Go on later' }));
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    const before = dots.length;
    await page.getByRole('button', { name: 'Try again' }).click();
    await seeHeading(page, 'All of your answers have arrived');
    expect(before).toBe(1);
    expect(trialsIn(await recordsOfSession(study.session_id))).toEqual([got]);
    expect(saidOfFiles()).toEqual([]);
  });

  it('can be optional: the study begins without them, and researchers see which ones were not loaded', async () => {
    const beforehand = { files: ['dot.png', 'words.json'], begins_without: true };
    const study = await launchUploadedStudy(asking, 'Files that are not needed', {
      ...entry,
      beforehand,
    });
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    // The page around the study fails to preload the file. The study itself gets the file from the
    // server.
    await planned(
      page,
      'dot.png',
      Array.from({ length: 5 }, () => breaks),
    );
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await page
      .getByRole('heading', { name: 'All of your answers have arrived' })
      .waitFor({ timeout: extendTimeout(60_000) });
    const records = await recordsOfSession(study.session_id);
    expect(trialsIn(records)).toEqual([got]);
    const told = records.filter(({ data }) => data.includes('file_not_loaded'));
    expect(told.map(({ data }) => data)).toEqual([
      JSON.stringify({ type: 'file_not_loaded', file: 'dot.png', why: 'blocked' }),
    ]);
    const researcher = await demoPerson('researcher');
    const errors = await callApi<{ items: { kind: string }[] }>(
      'GET',
      `/api/sessions/${study.session_id}/run-errors/`,
      { token: researcher.token },
    );
    // The server lists the file that it does not have (none.json) after a while.
    expect(errors.items.filter(({ kind }) => kind !== 'missing_file')).toMatchObject([
      { kind: 'not_loaded', message: 'blocked', file: 'dot.png', runs: 1 },
    ]);
    const watching = await browser.open({ as: researcher });
    await watching.goto(`/sessions/${study.session_id}#data`);
    const table = watching.getByRole('table', { name: 'Errors, and what did not load' });
    await see(table.getByRole('row', { name: /^Not loaded before the study: .* dot\.png 1$/ }));
    await see(watching.getByText(/ 1 with errors/));
    expect(saidOfFiles()).toEqual([]);
  });

  it('are also preloaded for a study with its own origin', async () => {
    const study = await launchUploadedStudy(asking, 'Files and a microphone', {
      ...entry,
      needs: ['microphone'],
    });
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    const words = await planned(page, 'words.json', []);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    expect(trialsIn(await recordsOfSession(study.session_id))).toEqual([got]);
    expect(words).toHaveLength(1);
    expect(saidOfFiles()).toEqual([]);
  });
});
