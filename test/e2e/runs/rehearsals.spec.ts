import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { rehearsalLimits } from '../../../contracts/runtime/rehearsal-limits';
import type { Rehearsal } from '../../../contracts/runtime/rehearsals';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { readPackageFile, launchUploadedStudy } from '../support/running-here';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

const page = (scripts: readonly string[]) =>
  Buffer.from(`<!doctype html>
<html lang="en"><head><title>Words</title>
${scripts.map((one) => `<script src="${one}"></script>`).join('\n')}</head>
<body></body><script src="study.js"></script></html>`);

/**
 * A jsPsych 8 study: two words with a key response, a delay that depends on the condition, and a
 * custom plugin.
 */
const words = {
  'index.html': page(['jspsych.js', 'keyboard.js']),
  'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
  'keyboard.js': readPackageFile(
    '@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js',
  ),
  'study.js': Buffer.from(`
class Scale { trial() {} }
Scale.info = { name: 'lab-scale', version: '1.0.0', parameters: {}, data: {} };
const jsPsych = initJsPsych();
const words = jsPsych.randomization.shuffle(['red', 'green']);
jsPsych.run([
  ...words.map((word) => ({
    type: jsPsychHtmlKeyboardResponse, stimulus: '<p>' + word + '</p>', choices: ['f', 'j'],
    data: { word, delay: commonlab.condition.delay },
  })),
  { type: Scale },
]);`),
};
const cells = ['fast', 'slow'].map((name, i) => ({ name, share: 1, values: { delay: i } }));
const conditions = { draw: 'least_filled', blinded: false, cells };

const rehearsalsOf = (study: string) =>
  callApi<{ items: Rehearsal[] }>('GET', `/api/studies/${study}/rehearsals/`, {
    token: researcher.token,
  });
/**
 * Requests a path of the API. Leaves out the time of the response, so that two responses can be
 * compared.
 */
async function get(path: string): Promise<object> {
  const answer = await callApi<object>('GET', path, { token: researcher.token });
  return { ...answer, as_of: undefined };
}

/** Starts a rehearsal in the editor. */
async function rehearse(at: Page, study: string, participants: number, mode: string) {
  await at.goto(`/experiments/details/${study}?tab=runs`);
  await see(at.getByRole('heading', { name: 'Rehearse' }));
  await at.getByLabel('Simulated participants').fill(String(participants));
  await at.getByRole('radio', { name: mode }).check();
  await at.getByRole('button', { name: 'Rehearse', exact: true }).click();
}
/** Downloads an archive by a click. @returns its files */
async function downloaded(at: Page, button: string) {
  const [download] = await Promise.all([
    at.waitForEvent('download'),
    at.getByRole('button', { name: button }).click(),
  ]);
  return unzipSync(readFileSync(await download.path()));
}
const linesIn = (files: Record<string, Uint8Array>, name: string) =>
  strFromU8(files[name] ?? new Uint8Array())
    .split('\r\n')
    .filter(Boolean);

describe('rehearsal of a study in the browser', () => {
  it('simulates participants in the researcher’s browser, and ends with the export in its real form', async () => {
    const study = await launchUploadedStudy(words, 'Words that are rehearsed', { conditions });
    const pages = ['', 'runs/', 'conditions/', 'progress/'].map(
      (rest) => `/api/sessions/${study.session_id}/${rest}`,
    );
    const before = await Promise.all(pages.map(get));
    const at = await browser.open({ as: researcher, cookiesAccepted: false });
    await rehearse(at, study.study_id, 5, 'Data only');
    await seeText(at, '5 of 5 came to the end');
    const [made] = (await rehearsalsOf(study.study_id)).items;
    expect(made).toMatchObject({ participants: 5, mode: 'data-only' });
    const { runs, summary } = made as Rehearsal;
    expect(runs.map(({ outcome }) => outcome)).toEqual(Array(5).fill('completed'));
    expect(runs.map(({ errors, lost }) => errors + lost)).toEqual(Array(5).fill(0));
    // The count includes a trial that was skipped, and possibly an event of lost focus.
    for (const { records } of runs) expect(records).toBeGreaterThanOrEqual(5);
    // A complete run of a participant is expected to store the trials and a `finish` record.
    expect(summary.expected).toEqual({ least: 4, median: 4, most: 4 });
    const totals = summary.conditions.map((one) => one.runs).sort();
    expect(totals).toEqual([2, 3]);
    expect(summary.not_simulated).toEqual([{ plugin: 'lab-scale', runs: 5 }]);
    await seeText(at, /The plugin “lab-scale” cannot be simulated/);
    await seeText(at, /^15 rows of data/);
    expect(await seriousViolations(at)).toEqual([]);

    const files = await downloaded(at, 'Download the export');
    const [header = '', ...rows] = linesIn(files, 'data.csv');
    expect(rows).toHaveLength(15);
    expect(header.split(',')).toEqual(
      expect.arrayContaining(['run_participant', 'word', 'delay', 'rt', 'commonlab_condition']),
    );
    expect(rows.every((row) => row.startsWith('simulated00'))).toBe(true);
    expect(strFromU8(files['manifest.json'] ?? new Uint8Array())).toContain('"rehearsal"');

    // The rehearsal changed nothing on the pages of the session.
    expect(await Promise.all(pages.map(get))).toEqual(before);
    await at.goto(`/experiments/details/${study.study_id}?tab=data`);
    await at.getByLabel(/not finish/).check();
    await at.getByRole('button', { name: 'Make an export' }).click();
    await seeText(at, '0 runs, 0 rows');
    expect(linesIn(await downloaded(at, 'Download'), 'runs.csv')).toHaveLength(1);
    await at.setViewportSize({ width: 360, height: 800 });
    await at.goto(`/experiments/details/${study.study_id}?tab=runs`);
    await seeText(at, '5 of 5 came to the end');
    expect(await horizontalOverflow(at)).toEqual([]);
  });

  it('shows each trial of jsPsych 7 on request, lists errors by line, and can be stopped with the keyboard', async () => {
    const study = await launchUploadedStudy(
      {
        'index.html': page(['jspsych.js', 'keyboard.js']),
        'jspsych.js': readPackageFile('jspsych-7/dist/index.browser.min.js'),
        'keyboard.js': readPackageFile(
          'jspsych-7-plugin-html-keyboard-response/dist/index.browser.min.js',
        ),
        'study.js': Buffer.from(`
const jsPsych = initJsPsych();
setTimeout(() => { missing.word(); }, 0);
jsPsych.run([1, 2, 3].map((n) => ({
  type: jsPsychHtmlKeyboardResponse, stimulus: '<p>' + n + '</p>', choices: ['f'], data: { n },
})));`),
      },
      'Numbers that are rehearsed',
    );
    const at = await browser.open({ as: researcher, cookiesAccepted: false });
    // As many as possible: the rehearsal must not end before it is stopped.
    const most = rehearsalLimits.participants;
    await rehearse(at, study.study_id, most, 'As on the screen');
    await seeHeading(at, 'Rehearsal of Numbers that are rehearsed');
    await seeText(at, /missing is not defined \(study\.js, line 3\)/);
    await seeText(at, `Simulated participant 2 of ${most}`);
    expect(await seriousViolations(at)).toEqual([]);
    await at.getByRole('button', { name: 'Stop and see the result' }).focus();
    await at.keyboard.press('Enter');
    await seeText(at, new RegExp(`of ${most} came to the end`));
    const isThere = ({ items }: { items: Rehearsal[] }) => items[0]?.runs.at(-1)?.outcome !== null;
    const { items } = await eventually(() => rehearsalsOf(study.study_id), isThere);
    expect(items[0]?.runs.at(-1)?.outcome).toBe('stopped');
    expect(items[0]?.summary.records?.least).toBeGreaterThanOrEqual(5);
    expect(items[0]?.summary.ms?.least).toBeGreaterThan(0);
    await seeText(at, /missing is not defined \(study\.js:3\)/);
    await at.getByRole('button', { name: /^Expect the least one|^Expect \d/ }).click();
    await seeText(at, /are marked$/);
    browser.problems.splice(0);
  });

  it('runs all components of a JATOS study, and names the page that cannot be simulated', async () => {
    const component = (title: string, htmlFilePath: string, more: object = {}) => ({
      ...{ uuid: title, title, htmlFilePath, active: true },
      ...more,
    });
    const description = {
      version: '3',
      data: {
        title: 'For JATOS',
        dirName: 'task',
        componentList: [
          component('hello', 'hello.html'),
          component('words', 'words.html', { jsonData: '{"words":["red","blue"]}' }),
          component('again', 'words.html', { jsonData: '{"words":["green"]}' }),
        ],
      },
    };
    const study = await launchUploadedStudy(
      {
        'task.jas': Buffer.from(JSON.stringify(description)),
        'task/hello.html': Buffer.from(`<!doctype html><title>Hello</title>
<script src="jatos.js"></script><button onclick="jatos.startNextComponent()">Next</button>`),
        'task/words.html': Buffer.from(`<!doctype html><title>Words</title>
<script src="jatos.js"></script><script src="jspsych.js"></script><script src="keyboard.js"></script>
<body></body><script>
jatos.onLoad(() => {
  const jsPsych = initJsPsych({
    on_finish: () => jatos.submitResultData(jsPsych.data.get().json()).done(jatos.startNextComponent),
  });
  jsPsych.run(jatos.componentJsonInput.words.map((word) => ({
    type: jsPsychHtmlKeyboardResponse, choices: ['f'], stimulus: word, data: { word },
  })));
});</script>`),
        'task/jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
        'task/keyboard.js': readPackageFile(
          '@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js',
        ),
      },
      'Words for JATOS that are rehearsed',
      { entry: 'task/hello.html', resume: { mode: 'component', hours: 24 } },
    );
    const at = await browser.open({ as: researcher, cookiesAccepted: false });
    await rehearse(at, study.study_id, 2, 'Data only');
    await seeText(at, /On the page task\/hello\.html nothing began that can be simulated/);
    await seeText(at, '2 of 2 came to the end');
    const [made] = (await rehearsalsOf(study.study_id)).items;
    expect(made?.summary.passed_pages).toEqual([{ page: 'task/hello.html', runs: 2 }]);
    expect(made?.runs.map(({ errors, lost }) => errors + lost)).toEqual([0, 0]);
    await seeText(at, /It was passed over, with 2 participants/);
    expect(await seriousViolations(at)).toEqual([]);
    const files = await downloaded(at, 'Download the export');
    const [header = '', ...rows] = linesIn(files, 'data.csv');
    const place = header.split(',').indexOf('word');
    const words = rows.map((row) => row.split(',')[place]).sort();
    expect(words).toEqual(['blue', 'blue', 'green', 'green', 'red', 'red']);
  });

  it('states beforehand that a study of another library can only be rehearsed by hand', async () => {
    const files = { 'index.html': page(['lab.js']), 'lab.js': Buffer.from('var lab = {};') };
    const study = await launchUploadedStudy(
      { ...files, 'study.js': Buffer.from('') },
      'Words of lab.js',
    );
    const at = await browser.open({ as: researcher });
    await at.goto(`/experiments/details/${study.study_id}?tab=runs`);
    await seeText(at, /made with: lab\.js\. It cannot be simulated/);
    // The page offers no simulated participants: only the researcher can take part.
    const ways = at.getByRole('radiogroup', { name: 'How they take part' }).getByRole('radio');
    expect(await ways.count()).toBe(1);
    expect(await at.getByRole('radio', { name: 'Yourself' }).isChecked()).toBe(true);
  });
});
