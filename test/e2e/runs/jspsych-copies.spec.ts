/** @long: `npm test -- long` also runs each study at a separate origin */
import type { Page } from 'playwright-core';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

const page = (head: string, script = '', type = '') =>
  Buffer.from(`<!doctype html>\r\n<html lang="en"><head><title>Words</title>
${head}</head><body></body><script${type}>${script}</script></html>`);
const words = ['red', 'green'];
/** Two words that each wait for a key; the study counts the finished trials. */
const timeline = `${JSON.stringify(words)}.map((word) => ({
  type: jsPsychHtmlKeyboardResponse, stimulus: '<p>' + word + '</p>', choices: ['f'],
  data: { word }, post_trial_gap: 50, on_finish: (data) => { data.told = ++told; },
}))`;
const unpkg = 'https://unpkg.com';
const plugin = '@jspsych/plugin-html-keyboard-response';
const classic = `let told = 0; const jsPsych = initJsPsych(); jsPsych.run(${timeline});`;

/** Typical studies that contain no file of jsPsych. */
const studies = {
  'jsPsych 7 from unpkg': {
    'index.html': page(
      `<script src="${unpkg}/jspsych@7.3.4" integrity="sha384-${'a'.repeat(64)}" crossorigin="anonymous"></script>
<script src="${unpkg}/${plugin}@1.1.3"></script>
<link href="${unpkg}/jspsych@7.3.4/css/jspsych.css" rel="stylesheet" type="text/css">`,
      classic,
    ),
  },
  'jsPsych 8 from unpkg, without a version': {
    'index.html': page(
      `<script src="${unpkg}/jspsych"></script><script src="${unpkg}/${plugin}"></script>
<link href='${unpkg}/jspsych@latest/css/jspsych.css' rel=stylesheet>`,
      classic,
    ),
  },
  'jsPsych 6 from its repository at jsDelivr': {
    'index.html': page(
      ['jspsych.js', 'plugins/jspsych-html-keyboard-response.js']
        .map((file) => `https://cdn.jsdelivr.net/gh/jspsych/jsPsych@6.3.1/${file}`)
        .map((src) => `<script src="${src}"></script>`)
        .join('\n') +
        '<link href="https://cdn.jsdelivr.net/gh/jspsych/jsPsych@6.3.1/css/jspsych.css" rel="stylesheet">',
      `let told = 0; jsPsych.init({ timeline: ${timeline.replace('jsPsychHtmlKeyboardResponse', "'html-keyboard-response'")} });`,
    ),
  },
  'modules by an import map': {
    'index.html': page(
      `<script type="importmap">{ "imports": {
  "jspsych": "https://cdn.jsdelivr.net/npm/jspsych@8.0.0/+esm", "keyboard": "https://esm.sh/${plugin}@2"
} }</script><script type="module" src="js/main.js"></script>
<style>@import url(https://cdn.jsdelivr.net/npm/jspsych@8/css/jspsych.min.css);</style>`,
    ),
    'js/main.js': Buffer.from(`import { initJsPsych } from 'jspsych';
import jsPsychHtmlKeyboardResponse from 'keyboard';
const { default: another } = await import('${unpkg}/@jspsych/plugin-call-function@2?module');
document.title = another.info.name;
${classic}`),
  },
};
const names = Object.keys(studies) as (keyof typeof studies)[];

const inFrame = (page: Page) => page.frameLocator('iframe');
const word = (page: Page, text: string) => see(inFrame(page).getByText(text, { exact: true }));

describe('study that loads jsPsych from a CDN runs with local copies, and resumes at its trial', () => {
  it.each([
    ...names.map((name) => ['at the address of the app', name, []] as const),
    ...sampleUnlessLongRun(
      [
        ['at an origin of its own', 'jsPsych 7 from unpkg', ['microphone']] as const,
        ['at an origin of its own', 'modules by an import map', ['microphone']] as const,
      ],
      1,
      printSeededRandom('copies of jsPsych at an origin of their own'),
    ),
  ])('%s: %s', async (where, name, needs) => {
    const study = await launchUploadedStudy(studies[name], name, { needs });
    const { page, participation, person } = await enrolAndOpenStudy(browser, study);
    const elsewhere: string[] = [];
    page.on('request', (asked) => {
      if (!/127\.0\.0\.1|localhost|^data:|^blob:/.test(asked.url())) elsewhere.push(asked.url());
    });
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await word(page, 'red');
    const isOwn =
      (await inFrame(page)
        .locator('body')
        .evaluate(() => origin)) !== 'null';
    expect(isOwn).toBe(where === 'at an origin of its own');
    // The stylesheet is loaded, too: it centres the words.
    const align = await inFrame(page)
      .locator('.jspsych-content')
      .first()
      .evaluate((node) => getComputedStyle(node).textAlign);
    expect(align).toBe('center');
    await page.keyboard.press('f');
    await word(page, 'green');
    await waitUntilStored(study.session_id, (records) => trialsIn(records).length === 1);
    await page.close();

    const other = await browser.open({ as: person, cookiesAccepted: false });
    await other.goto(`/run/${participation}`);
    await clickBegin(other);
    // The study continues with the second word: the stored trial answers the first word.
    await word(other, 'green');
    await other.keyboard.press('f');
    await seeHeading(other, 'All of your answers have arrived');

    const records = await recordsOfSession(study.session_id);
    const trials = trialsIn(records) as { word: string; told: number; time_elapsed: number }[];
    expect(trials).toMatchObject([
      { word: 'red', told: 1, trial_index: 0 },
      { word: 'green', told: 2, trial_index: 1 },
    ]);
    expect(trials[1]?.time_elapsed).toBeGreaterThan(trials[0]?.time_elapsed ?? 0);
    const events = records
      .filter(({ kind }) => kind === 'event')
      .map(({ data }) => JSON.parse(data) as { type: string });
    expect(events.filter(({ type }) => /error|diverged/.test(type))).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
