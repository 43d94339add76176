import { TimingEvent, TrialTimingEvent } from '../../../contracts/runtime/timing';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  readPackageFile,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { seeHeading } from '../support/see';

const browser = useBrowser();
/** A page that shows a text for two seconds, and blocks the browser for half a second meanwhile. */
const busy = {
  'index.html': Buffer.from(`<!doctype html><title>Busy</title><p>Look here</p>
<script>
setTimeout(() => { const until = performance.now() + 500; while (performance.now() < until); }, 1000);
setTimeout(() => commonlab.record({ a: 1 }).then(() => commonlab.finish()), 2000);
</script>`),
};

it('a page of a study reports before its end how exactly it could show and measure', async () => {
  const study = await launchUploadedStudy(busy, 'Look here');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await seeHeading(page, 'All of your answers have arrived');
  const records = await recordsOfSession(study.session_id);
  expect(records.map(({ kind }) => kind).filter((kind) => kind !== 'event')).toEqual([
    'trial',
    'finish',
  ]);
  const told = records.flatMap(({ kind, data }) =>
    kind === 'event' && data.includes('"timing"') ? [TimingEvent.parse(JSON.parse(data))] : [],
  );
  expect(told).toHaveLength(1);
  const [timing] = told;
  expect(timing?.frames).toBeGreaterThan(30);
  expect(timing?.longest_ms).toBeGreaterThan(250);
  expect(timing?.missed).toBeGreaterThan(0);
  expect(timing?.long_tasks).toBeGreaterThan(0);
  expect(timing?.clock_ms).toBeLessThan(1);
});

/** Three words; during the second word the study blocks the page. The study plays a tone. */
const words = {
  'index.html': Buffer.from(`<!doctype html><title>Words</title>
<script src="jspsych.js"></script><script src="plugin.js"></script><body><script>
const context = new AudioContext();
const js = initJsPsych({ on_trial_start: () => { window.began = (window.began ?? 0) + 1; } });
const word = (stimulus, more) => ({ type: jsPsychHtmlKeyboardResponse, stimulus, trial_duration: 700, ...more });
const busy = () => setTimeout(() => { const until = performance.now() + 300; while (performance.now() < until); }, 200);
js.run([word('red'), word('green', { on_load: busy }), word('blue', { on_finish: (data) => { data.began = window.began; } })]);
</script></body>`),
  'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
  'plugin.js': readPackageFile('@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js'),
};

it('a jsPsych study reports late frames by trial, and the delay of its sound', async () => {
  const study = await launchUploadedStudy(words, 'Words with a tone');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await seeHeading(page, 'All of your answers have arrived');
  const records = await recordsOfSession(study.session_id);
  const data = records.flatMap(({ kind, data: text }) => (kind === 'trial' ? [text] : []));
  // The study's own callback ran for each trial, and its data is unchanged.
  expect(JSON.parse(data.at(-1) ?? '{}')).toMatchObject({ stimulus: 'blue', began: 3 });
  expect(data.join()).not.toContain('missed');
  const events = records.flatMap(({ kind, data: text }) => (kind === 'event' ? [text] : []));
  const trials = events
    .filter((text) => text.includes('"trial_timing"'))
    .flatMap((text) => TrialTimingEvent.parse(JSON.parse(text)).trials);
  expect(trials.map(([place]) => place)).toEqual([0, 1, 2]);
  const [red, green, blue] = trials;
  expect(green?.[2]).toBeGreaterThan(red?.[2] ?? 0);
  expect(green?.[3]).toBeGreaterThan(250);
  expect([red?.[4], green?.[4], blue?.[4]]).toEqual([0, 1, 0]);
  const timing = events.find((text) => text.includes('"timing"'));
  expect(TimingEvent.parse(JSON.parse(timing ?? '{}')).audio?.base_ms).toBeGreaterThanOrEqual(0);
});
