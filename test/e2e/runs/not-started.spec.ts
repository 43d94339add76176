import type { Page } from 'playwright-core';
import { eventually, extendTimeout } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  launchUploadedStudy,
  waitUntilStored,
} from '../support/running-here';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

/** The study's only script is on an undeclared host. */
const blockedScript = {
  'index.html': Buffer.from(
    '<!doctype html><title>Words</title><div id="root"></div><script src="https://cdn.example.org/app.js?who=7"></script>',
  ),
};
/** The study runs, but a picture and a stylesheet fail to load. */
const failingElements = {
  'index.html': Buffer.from(`<!doctype html><title>Words</title>
<link rel="stylesheet" href="https://fonts.example.org/css?family=A"><p>Words</p>
<img src="broken.png" alt=""><button onclick="commonlab.record({word: 'red'})">Answer</button>`),
  'broken.png': Buffer.from('not a picture'),
};
/** A study with a long black screen, and then a canvas. */
const darkStudy = {
  'index.html':
    Buffer.from(`<!doctype html><title>Dark</title><body style="background: black"><script>
setTimeout(() => document.body.append(document.createElement('canvas')), 14_000);</script></body>`),
};
/** The study's code fails at the first answer, which leaves an empty page. */
const failsInTheMiddle = {
  'index.html':
    Buffer.from(`<!doctype html><title>Words</title><body><button>Answer</button><script>
document.querySelector('button').onclick = async () => {
  await commonlab.record({ word: 'red' });
  document.body.replaceChildren();
  nothing.of.the.kind();
};</script></body>`),
};

const errorsOf = async (session: string) => {
  const { token } = await demoPerson('researcher');
  const { items } = await callApi<{
    items: { kind: string; message: string; file: string | null; runs: number }[];
  }>('GET', `/api/sessions/${session}/run-errors/`, { token });
  return items;
};
/** Returns the console problems of the pages, except those that these studies cause on purpose. */
const saidOfStudy = () =>
  browser.problems
    .splice(0)
    .filter(
      (one) => !/Content.Security.Policy|Failed to load|net::ERR|404|nothing is not/i.test(one),
    );
const panel = (page: Page) => page.getByRole('alertdialog');

describe('study that does not start', () => {
  it('shows a message to the participant, and the blocked address to the researchers', async () => {
    // The study allows only one sitting. A visit that showed nothing does not count as this
    // sitting.
    const study = await launchUploadedStudy(blockedScript, 'A blocked script', {
      resume: { mode: 'one_sitting', hours: 24 },
    });
    const { page, participation } = await enrolAndOpenStudy(browser, study, 360);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'The study did not start');
    await see(panel(page).getByText('and that is not your fault'));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Tell the researchers' }).click();
    await seeText(page, 'It is noted with your run.');
    const errors = await eventually(
      () => errorsOf(study.session_id),
      (all) => all.some(({ message }) => message === 'told'),
    );
    expect(errors.map(({ kind, message, file }) => [kind, message, file])).toEqual(
      expect.arrayContaining([
        ['blocked', 'script-src-elem', 'https://cdn.example.org/app.js'],
        ['not_started', '', null],
        ['not_started', 'told', null],
      ]),
    );
    // A second attempt fails, too, and then the participant gives the spot back.
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitUntilHidden(panel(page));
    await seeHeading(page, 'The study did not start');
    await page.getByRole('button', { name: 'Give your spot back' }).click();
    await page.getByRole('button', { name: 'Yes, give it back' }).click();
    await seeHeading(page, 'You gave your spot back');
    expect(saidOfStudy()).toEqual([]);
  });

  it('is not reported while it only shows a black screen for long; a false alarm is closed with a key', async () => {
    const dark = await launchUploadedStudy(darkStudy, 'A dark room');
    const { page, participation } = await enrolAndOpenStudy(browser, dark);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await page
      .frameLocator('iframe')
      .locator('canvas')
      .waitFor({ state: 'attached', timeout: extendTimeout(40_000) });
    expect(await panel(page).count()).toBe(0);

    const empty = await launchUploadedStudy(
      { 'index.html': Buffer.from('<!doctype html><title>Silence</title>') },
      'Nothing to be seen',
    );
    const other = await enrolAndOpenStudy(browser, empty);
    await other.page.goto(`/run/${other.participation}`);
    await clickBegin(other.page);
    await panel(other.page).waitFor({ timeout: extendTimeout(40_000) });
    await other.page.keyboard.press('Escape');
    await waitUntilHidden(panel(other.page));
    await waitUntilStored(empty.session_id, (records) =>
      records.some(({ data }) => data === '{"type":"began"}'),
    );
    expect(saidOfStudy()).toEqual([]);
  }, 120_000);
});

it('failed elements and blocked styles are reported to the researchers while the study runs', async () => {
  const study = await launchUploadedStudy(failingElements, 'Elements that fail');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Answer' }).click();
  await seeText(page, 'Saved');
  const errors = await eventually(
    () => errorsOf(study.session_id),
    (all) => all.length >= 2,
  );
  expect(errors.map(({ kind, message, file }) => [kind, message, file]).sort()).toEqual([
    ['blocked', 'style-src-elem', 'https://fonts.example.org/css'],
    ['load_failed', 'img', 'broken.png'],
  ]);
  expect(await panel(page).count()).toBe(0);
  expect(saidOfStudy()).toEqual([]);
});

it('a study that stops midway shows a message to the participant, and keeps what was stored', async () => {
  const study = await launchUploadedStudy(failsInTheMiddle, 'A failure in the middle');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Answer' }).click();
  await panel(page).waitFor({ timeout: extendTimeout(40_000) });
  await seeHeading(page, 'The study does not go on');
  expect(await seriousViolations(page)).toEqual([]);
  const errors = await eventually(
    () => errorsOf(study.session_id),
    (all) => all.some(({ kind }) => kind === 'stuck'),
  );
  expect(errors.map(({ kind }) => kind).sort()).toEqual(['error', 'stuck']);
  expect(saidOfStudy()).toEqual([]);
});
