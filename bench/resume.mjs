import { LoadDriver } from './lib/client.mjs';
import { systemLoad, median } from './lib/figures.mjs';
import { launchHostedStudy, enrolPeople } from './lib/hosted.mjs';
import { makePeople } from './lib/population.mjs';
import { openRunPage, launchChromium, readPackageFile } from './lib/run-page.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { timeLimitLine, formatMs } from './lib/table.mjs';

const TRIALS = 1_000;

/** A jsPsych study of trials that end after 1 ms, except for the last, which waits for a key. */
const study = {
  'index.html': `<!doctype html><html lang="en"><head><title>Words</title>
<script src="jspsych.js"></script><script src="keyboard.js"></script></head>
<body></body><script src="study.js"></script></html>`,
  'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
  'keyboard.js': readPackageFile(
    '@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js',
  ),
  'study.js': `
const jsPsych = initJsPsych();
const trials = Array.from({ length: ${TRIALS} }, (_, n) => ({
  type: jsPsychHtmlKeyboardResponse, stimulus: '<p>word ' + n + '</p>', trial_duration: 1,
  data: { word: n, list: jsPsych.randomization.randomInt(1, 9) },
  on_finish: (data) => { data.correct = data.rt === null; },
}));
trials.push({ type: jsPsychHtmlKeyboardResponse, stimulus: '<p id="last">the last one</p>' });
jsPsych.run(trials);`,
};

/**
 * Measures how long a participant who left after a thousand trials waits from the button Begin to
 * the trial at which they left. For comparison, it measures how long a new participant waits from
 * Begin to the first trial.
 * @param {{ quick: boolean }} options
 */
export async function resume({ quick }) {
  const times = quick ? 3 : 7;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port, 1);
  const browser = await launchChromium();
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const people = await makePeople(setting.db, times);
    const launched = await launchHostedStudy(setting.port, owner?.token ?? '', study, {
      capacity: times,
    });
    const seats = await enrolPeople(driver, launched, people);
    /** @type {{ first: number[], back: number[] }} */
    const took = { first: [], back: [] };
    for (const [i, person] of people.entries()) {
      const window = await openRunPage(browser, setting.port, person.token, seats[i] ?? '');
      let began = performance.now();
      let frame = await window.begin();
      await frame.waitForSelector('#jspsych-content p', { state: 'attached' });
      took.first.push(performance.now() - began);
      await frame.waitForSelector('#last', { timeout: 300_000 });
      await allStored(setting.db, seats[i] ?? '');
      await window.open();
      began = performance.now();
      frame = await window.begin();
      await frame.waitForSelector('#last', { timeout: 60_000 });
      took.back.push(performance.now() - began);
      await window.page.keyboard.press('f');
      await window.page.getByText('All of your answers have arrived').waitFor();
      await window.close();
    }
    const { rows } = await setting.db.query(
      `SELECT count(*)::int AS whole FROM research.run
       WHERE state = 'finished' AND attempt = 1 AND stored_through >= $1`,
      [TRIALS + 2],
    );
    if (rows[0].whole !== times) throw new Error(`${rows[0].whole} of ${times} ended whole`);
    return {
      lines: [
        timeLimitLine(
          `resume: from Begin to the trial that was left, after ${TRIALS.toLocaleString('en')} trials`,
          median(took.back),
          1_500,
          `the same study's first trial ${formatMs(median(took.first))}; longest ${formatMs(Math.max(...took.back))}`,
        ),
      ],
      notes: [`resume: jsPsych 8 in Chromium, medians of ${times}; load ${systemLoad()}`],
    };
  } finally {
    driver.close();
    await browser.close();
    await setting.stop();
  }
}

/**
 * Waits until all trials of the participation are stored.
 * @param {import('pg').Client} db @param {string} participation
 */
async function allStored(db, participation) {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const { rows } = await db.query(
      'SELECT stored_through FROM research.run WHERE participation_id = $1',
      [participation],
    );
    if (rows[0]?.stored_through >= TRIALS) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the trials did not arrive');
}
