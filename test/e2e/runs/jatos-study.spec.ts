import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/accessibility';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  readPackageFile,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

const component = (title: string, htmlFilePath: string, more: object = {}) => ({
  uuid: title.toLowerCase(),
  title,
  htmlFilePath,
  active: true,
  ...more,
});
const description = {
  version: '3',
  data: {
    title: 'For JATOS',
    dirName: 'task',
    componentList: [
      component('Hello', 'hello.html'),
      component('Words', 'words.html', { jsonData: '{"words":["red","blue"]}' }),
      component('Words again', 'words.html', { jsonData: '{"words":["green"]}' }),
    ],
  },
};
/** A study as researchers make it for JATOS, without any adaptation to this product. */
const files = {
  'task.jas': Buffer.from(JSON.stringify(description)),
  'task/hello.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Hello</title>
<script src="jatos.js"></script></head><body><p></p><button>Next</button><script>
jatos.addAbortButton({ text: 'Stop', confirm: false });
jatos.onLoad(() => {
  document.querySelector('p').textContent = jatos.componentPos + ' of ' + jatos.componentList.length;
  document.querySelector('button').onclick = () => {
    jatos.studySessionData.name = 'handed on';
    jatos.startNextComponent({ agreed: true });
  };
});</script></body></html>`),
  'task/words.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Words</title>
<script src="jatos.js"></script><script src="jspsych.js"></script><script src="keyboard.js"></script>
</head><body></body><script>
jatos.onLoad(() => {
  const jsPsych = initJsPsych({
    on_trial_finish: () => jatos.submitResultData(jsPsych.data.get().json()),
    on_finish: () => {
      jsPsych.data.addProperties({ part: jatos.componentPos });
      jatos.submitResultData(jsPsych.data.get().json()).done(jatos.startNextComponent);
    },
  });
  jsPsych.run(jatos.componentJsonInput.words.map((word) => ({
    type: jsPsychHtmlKeyboardResponse, choices: ['f'],
    stimulus: '<p>' + word + ' ' + jatos.studySessionData.name + '</p>', data: { word },
  })));
});</script></html>`),
  'task/jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
  'task/keyboard.js': readPackageFile(
    '@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js',
  ),
};
const runtime = { entry: 'task/hello.html', resume: { mode: 'component', hours: 24 } };
const inFrame = (page: Page) => page.frameLocator('iframe');
const word = (page: Page, text: string) =>
  see(inFrame(page).getByText(`${text} handed on`, { exact: true }));

describe('study made for JATOS', () => {
  it('runs unchanged through its components, restarts the current component in another browser, and loses no trial', async () => {
    const study = await launchUploadedStudy(files, 'Made for JATOS', runtime);
    const { page, participation, person } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await see(inFrame(page).getByText('1 of 3'));
    await inFrame(page).getByRole('button', { name: 'Next' }).click();
    await word(page, 'red');
    // The new page has the keyboard focus without a click.
    await page.keyboard.press('f');
    await word(page, 'blue');
    await waitUntilStored(study.session_id, (records) => trialsIn(records).length === 1);
    await page.close();

    const other = await browser.open({ as: person, cookiesAccepted: false });
    await other.goto(`/run/${participation}`);
    await clickBegin(other);
    await word(other, 'red');
    await other.keyboard.press('f');
    await word(other, 'blue');
    await other.keyboard.press('f');
    await word(other, 'green');
    await other.keyboard.press('f');
    await seeHeading(other, 'All of your answers have arrived');

    const records = await recordsOfSession(study.session_id);
    expect(trialsIn(records).map((trial) => trial.word)).toEqual(['red', 'red', 'blue', 'green']);
    // Data that a component adds at its end is stored with the trials of this component.
    const amended = records
      .filter(({ kind }) => kind === 'amend')
      .map(({ data }) => JSON.parse(data) as { trial: number; data: object });
    expect(amended).toMatchObject([
      { trial: 1, data: { word: 'red', part: 2 } },
      { trial: 2, data: { word: 'blue', part: 2 } },
      { trial: 3, data: { word: 'green', part: 3 } },
    ]);
    const events = records
      .filter(({ kind }) => kind === 'event')
      .map(({ data }) => JSON.parse(data) as { type: string; title?: string; component?: number });
    expect(events.filter(({ type }) => type === 'component').map(({ title }) => title)).toEqual([
      'Hello',
      'Words',
      'Words',
      'Words again',
    ]);
    expect(events.some(({ type }) => type === 'error')).toBe(false);
    expect(records.find(({ kind }) => kind === 'text')?.data).toBe('{"agreed":true}');
  });

  it('cannot end a participation: the page asks the participant to confirm the stop', async () => {
    const study = await launchUploadedStudy(files, 'Made for JATOS, left', runtime);
    const { page, participation } = await enrolAndOpenStudy(browser, study, 360);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await inFrame(page).getByRole('button', { name: 'Stop' }).click();
    await seeHeading(page, 'You want to stop');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on with the study' }).click();
    await clickBegin(page);
    await see(inFrame(page).getByText('1 of 3'));
  });
});
