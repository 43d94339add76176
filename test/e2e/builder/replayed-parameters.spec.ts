/** @long: `npm test -- long` runs it with each version of jsPsych */
import type { Page } from 'playwright-core';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  readPackageFile,
  launchUploadedStudy,
  waitUntilStored,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

/**
 * Makes a study that shows words to answer.
 * @param list JavaScript that yields the list of words. It may yield other words at each visit
 */
const study = (version: '7' | '8', list: string) => ({
  'index.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Words</title>
<script src="jspsych.js"></script><script src="keyboard.js"></script></head><body></body>
<script>
const visit = Number(localStorage.getItem('visit') ?? 0) + 1;
localStorage.setItem('visit', visit);
const jsPsych = initJsPsych();
jsPsych.run([{
  timeline: [{
    type: jsPsychHtmlKeyboardResponse,
    stimulus: jsPsych.timelineVariable('word'),
    prompt: () => '<small>' + performance.now() + '</small>',
    choices: ['f'],
    data: { visit },
    on_start: (trial) => { trial.stimulus = '<p>' + trial.stimulus + '</p>'; },
  }],
  timeline_variables: (${list}).map((word) => ({ word })),
}]);
</script></html>`),
  'jspsych.js': readPackageFile(
    `${version === '7' ? 'jspsych-7' : 'jspsych'}/dist/index.browser.min.js`,
  ),
  'keyboard.js': readPackageFile(
    `${version === '7' ? 'jspsych-7-plugin-html-keyboard-response' : '@jspsych/plugin-html-keyboard-response'}/dist/index.browser.min.js`,
  ),
});

const shown = (page: Page) => page.frameLocator('iframe').locator('#jspsych-content p');
async function answer(page: Page): Promise<void> {
  const word = (await shown(page).textContent()) ?? '';
  await page.keyboard.press('f');
  await Promise.race([
    shown(page).filter({ hasNotText: word }).waitFor(),
    page.getByRole('heading', { level: 1 }).waitFor(),
  ]);
}
/** Answers two words, leaves, and reopens the study in the middle of the third. */
async function comesBack(version: '7' | '8', list: string, title: string) {
  const recruiting = await launchUploadedStudy(study(version, list), title);
  const { page, participation } = await enrolAndOpenStudy(browser, recruiting);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await answer(page);
  // The parameters of trials are sent when a trial ends, at most every five seconds.
  await page
    .frameLocator('iframe')
    .locator('body')
    .evaluate(async () => {
      while (performance.now() < 6_000) await new Promise(requestAnimationFrame);
    });
  await answer(page);
  await waitUntilStored(recruiting.session_id, (records) =>
    records.some(({ data }) => data.startsWith('{"type":"trial_timing"')),
  );
  await page.reload();
  await clickBegin(page);
  return { page, recruiting };
}

const versions = sampleUnlessLongRun(
  ['7', '8'] as const,
  1,
  printSeededRandom('the version of jsPsych that resumes'),
);

describe.each(versions)('resuming a study made with jsPsych %s', (version) => {
  it('continues at its trial when answered trials have the same parameters, even if functions return other values', async () => {
    const list = `['red', 'green', 'blue', 'at ' + new Date().toLocaleTimeString('en-GB')]`;
    const { page } = await comesBack(version, list, `The same words ${version}`);
    await see(shown(page).filter({ hasText: /^blue$/ }));
    await answer(page);
    await answer(page);
    await seeHeading(page, 'All of your answers have arrived');
  });

  it('starts again when a parameter of an answered trial differs, and keeps the answers of the first attempt', async () => {
    const list = `visit === 1 ? ['red', 'green', 'blue'] : ['red', 'black', 'blue']`;
    const { page, recruiting } = await comesBack(version, list, `Other words ${version}`);
    // The new attempt has empty storage, so it counts as the first visit.
    await see(shown(page).filter({ hasText: /^red$/ }));
    for (let n = 0; n < 3; n++) await answer(page);
    await seeHeading(page, 'All of your answers have arrived');
    const records = await waitUntilStored(recruiting.session_id, (all) =>
      all.some(({ kind }) => kind === 'finish'),
    );
    expect(records.filter(({ kind }) => kind === 'trial')).toHaveLength(3);
  });
});
