import { TextDecoder, TextEncoder } from 'node:util';
import { initJsPsych } from 'jspsych';
import htmlKeyboardResponse from '@jspsych/plugin-html-keyboard-response';
import type { FrameMessage, FrameSetup } from '../../messages';
import { watchJsPsych } from './jspsych';
import { frameSetupFrom } from '../frame-setup';

Object.assign(globalThis, { TextEncoder, TextDecoder });

interface Win {
  initJsPsych?: typeof initJsPsych;
}
const win = window as unknown as Win;

/** Runs a study of three words with a simulated person who presses a key for each word. */
async function take(
  trials: readonly string[] = [],
  words = ['red', 'green', 'blue'],
  stopAt = 9,
  more: Partial<FrameSetup> = {},
) {
  const said: FrameMessage[] = [];
  const shown: string[] = [];
  const setup: FrameSetup = { ...frameSetupFrom(''), seed: 'seed', trials, ...more };
  delete win.initJsPsych;
  const told: unknown[] = [];
  const measured = (place: number, mark?: string) => void told.push([place, 9, 0, 10, 0, mark]);
  const timings = { begins: () => undefined, ends: () => measured };
  watchJsPsych(setup, (message) => said.push(message), undefined, timings);
  win.initJsPsych = initJsPsych;
  document.body.innerHTML = '<div id="study"></div>';
  const counted: unknown[] = [];
  let over: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (over = resolve));
  const stops = () => said.some(({ type }) => type === 'diverged') && over();
  const js = win.initJsPsych({
    display_element: 'study',
    on_finish: () => {
      js.data.addProperties({ group: 'a' });
      over();
    },
  });
  const timeline = words.map((word) => ({
    type: htmlKeyboardResponse,
    stimulus: word,
    choices: ['f'],
    // A function whose value changes each time, to check that it is not compared.
    prompt: () => `${performance.now()}`,
    data: { word },
    on_start: () => void setTimeout(stops),
    on_load: () => {
      shown.push(word);
      if (shown.length > stopAt) return over();
      // jsPsych accepts keys only after this turn of the event loop.
      setTimeout(() => press('f'));
    },
    on_finish: (data: Record<string, unknown>) => {
      data.correct = true;
      counted.push(word);
    },
  }));
  void js.run(timeline);
  await end;
  // The last record is sent after the study's own callback for the end, and a second jsPsych may
  // begin in between.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
  return { said, shown, counted, timings: [JSON.stringify({ trials: told })] };
}
const press = (key: string) => {
  const root = document.querySelector('#study') ?? document.body;
  for (const type of ['keydown', 'keyup'])
    root.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
};
const ofKind = (said: readonly FrameMessage[], kind: string) =>
  said.flatMap((one) =>
    one.type === 'record' && one.kind === kind
      ? [JSON.parse(one.data) as Record<string, unknown>]
      : [],
  );

test('each trial is recorded when it ends, with the study’s own data, and is amended at the end if it changed', async () => {
  const { said } = await take();
  expect(ofKind(said, 'trial')).toMatchObject([
    { word: 'red', correct: true, response: 'f', trial_type: 'html-keyboard-response' },
    { word: 'green', correct: true },
    { word: 'blue', correct: true },
  ]);
  expect(ofKind(said, 'amend')).toMatchObject(
    [0, 1, 2].map((trial) => ({ trial, data: { group: 'a', correct: true } })),
  );
  expect(said.at(-1)).toEqual({ type: 'finish' });
});

test('a study resumes at the next trial: stored trials are not shown, but its own functions run for them', async () => {
  const before = await take([], undefined, 2);
  const stored = before.said.flatMap((one) =>
    one.type === 'record' && one.kind === 'trial' ? [one.data] : [],
  );
  expect(stored).toHaveLength(2);
  const { said, shown, counted } = await take(stored);
  expect(shown).toEqual(['blue']);
  expect(counted).toEqual(['red', 'green', 'blue']);
  const [trial, ...more] = ofKind(said, 'trial');
  expect(more).toEqual([]);
  expect(trial).toMatchObject({ word: 'blue', trial_index: 2 });
  const lastStored = JSON.parse(stored.at(-1) ?? '') as { time_elapsed: number };
  expect(trial?.time_elapsed).toBeGreaterThanOrEqual(lastStored.time_elapsed);
});

test.each([
  ['blue', 'green'],
  ['red', 'black'],
])(
  'a study does not resume when the texts of its trials have changed, %s and %s',
  async (...words) => {
    const before = await take([], ['red', 'green', 'blue'], 2);
    const stored = before.said.flatMap((one) =>
      one.type === 'record' && one.kind === 'trial' ? [one.data] : [],
    );
    const { timings } = before;
    const same = await take(stored, ['red', 'green', 'blue'], 9, { timings });
    expect(same.shown).toEqual(['blue']);
    expect(same.said).not.toContainEqual({ type: 'diverged' });
    const other = await take(stored, words, 9, { timings });
    expect(other.shown).toEqual([]);
    expect(other.said).toContainEqual({ type: 'diverged' });
    // Older runs did not record parameters, so only the types of trials are compared.
    expect((await take(stored, [...words, 'more'])).shown).toEqual(['more']);
  },
);

test.each([
  [{ condition: { name: 'slow', delay: 900 } }, 'slow'],
  [{ condition: { name: 'slow', delay: 900 }, blinded: true }, undefined],
  [{ condition: null }, undefined],
])('each trial contains the drawn condition unless it is hidden: %j', async (more, name) => {
  const { said } = await take([], ['red'], 9, more);
  expect(ofKind(said, 'trial').map((trial) => trial.commonlab_condition)).toEqual([name]);
});

test('a study does not resume when its timeline has changed', async () => {
  const stored = [JSON.stringify({ trial_type: 'survey-text', word: 'red' })];
  const said: FrameMessage[] = [];
  delete win.initJsPsych;
  watchJsPsych({ ...frameSetupFrom(''), seed: 's', trials: stored }, (message) =>
    said.push(message),
  );
  win.initJsPsych = initJsPsych;
  const js = win.initJsPsych({ display_element: 'study' });
  void js.run([{ type: htmlKeyboardResponse, stimulus: 'red' }]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(said).toContainEqual({ type: 'diverged' });
});

it('a study whose on_finish function throws is finished, since its trials are stored', async () => {
  const said: FrameMessage[] = [];
  delete win.initJsPsych;
  watchJsPsych({ ...frameSetupFrom(''), seed: 's' }, (message) => said.push(message));
  let given: { on_finish?(data: unknown): unknown } = {};
  const made = { run() {}, data: { get: () => ({ values: () => [] }) } };
  const assigned: unknown = (options: typeof given) => {
    given = options;
    return made;
  };
  win.initJsPsych = assigned as typeof initJsPsych;
  win.initJsPsych({ on_finish: () => Promise.reject(new Error('save.php: 404')) });
  await expect(given.on_finish?.([])).rejects.toThrow('save.php');
  await new Promise((resolve) => setTimeout(resolve));
  expect(said).toEqual([{ type: 'finish' }]);
});

it('the object that jsPsych 7 and 8 define in place of jsPsych 6 is ignored', () => {
  watchJsPsych({ ...frameSetupFrom(''), seed: 's' }, () => undefined);
  const page = window as unknown as { jsPsych: object };
  const stub = {
    get init(): never {
      throw new Error('was replaced');
    },
  };
  page.jsPsych = stub;
  expect(page.jsPsych).toBe(stub);
});

it('the trials and the end of a jsPsych 6 study are recorded', async () => {
  interface Options {
    on_data_update?(data: object): void;
    on_finish?(data: unknown): unknown;
  }
  const said: FrameMessage[] = [];
  const values: object[] = [];
  watchJsPsych({ ...frameSetupFrom(''), seed: 's' }, (message) => said.push(message));
  // First the object is assigned and then its parts, as in jsPsych's browser file.
  const page = window as unknown as { jsPsych: { init(options: Options): void; data?: object } };
  let given: Options = {};
  page.jsPsych = { init: (options: Options) => void (given = options) };
  page.jsPsych.data = { get: () => ({ values: () => values }) };
  const told: object[] = [];
  page.jsPsych.init({ on_data_update: (data) => told.push(data) });
  values.push({ rt: 300 });
  given.on_data_update?.({ rt: 300 });
  await given.on_finish?.(undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(told).toEqual([{ rt: 300 }]);
  expect(said).toEqual([
    { type: 'record', kind: 'trial', of: 'jspsych', data: '{"rt":300}' },
    { type: 'finish' },
  ]);
});
