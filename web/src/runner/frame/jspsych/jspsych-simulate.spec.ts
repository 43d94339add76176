import { TextDecoder, TextEncoder } from 'node:util';
import { initJsPsych } from 'jspsych';
import { initJsPsych as initJsPsych7 } from 'jspsych-7';
import htmlKeyboardResponse from '@jspsych/plugin-html-keyboard-response';
import htmlKeyboardResponse7 from 'jspsych-7-plugin-html-keyboard-response';
import type { SimulationMode } from '../../../../../contracts/runtime/rehearsal-limits';
import type { FrameMessage } from '../../messages';
import { frameSetupFrom } from '../frame-setup';
import { watchJsPsych } from './jspsych';

Object.assign(globalThis, { TextEncoder, TextDecoder });

interface Study {
  run(timeline: unknown): Promise<unknown>;
  data: { get(): { values(): object[] } };
}
/** Runs a study in a page that loads jsPsych's browser file. */
function pageWith(init: unknown, options: object): Study {
  const page = window as unknown as { initJsPsych?: unknown };
  page.initJsPsych = init;
  document.body.innerHTML = '<div id="study"></div>';
  const wrapped = page.initJsPsych as (options: object) => Study;
  return wrapped({ display_element: 'study', ...options });
}
/** A plugin as a laboratory might write it: it waits for a person and cannot be simulated. */
class Scale {
  static readonly info = { name: 'lab-scale', version: '1.0.0', parameters: {}, data: {} };
  trial(): void {}
}

const versions = {
  7: { init: initJsPsych7, keyboard: htmlKeyboardResponse7 },
  8: { init: initJsPsych, keyboard: htmlKeyboardResponse },
} as const;

async function rehearse(version: 7 | 8, mode: SimulationMode, own: object = {}) {
  const { init, keyboard } = versions[version];
  const said: FrameMessage[] = [];
  Reflect.deleteProperty(window, 'initJsPsych');
  watchJsPsych({ ...frameSetupFrom(''), seed: 'seed', simulation: mode }, (message) =>
    said.push(message),
  );
  await pageWith(init, own).run([
    { type: keyboard, stimulus: 'red', choices: ['f'], data: { word: 'red' } },
    { timeline: [{ type: Scale }], repetitions: 2 },
    { type: keyboard, stimulus: 'green', choices: ['f'] },
  ]);
  // The study's own callback for the end comes before the record of the last trial, so the test
  // waits for that record.
  await new Promise((resolve) => setTimeout(resolve));
  return said;
}

const trialsIn = (said: readonly FrameMessage[]) =>
  said.flatMap((one) =>
    one.type === 'record' && one.kind === 'trial'
      ? [JSON.parse(one.data) as Record<string, unknown>]
      : [],
  );

describe.each([
  [7, 'data-only'],
  [8, 'data-only'],
  [8, 'visual'],
] as const)('A rehearsal with jsPsych %i, %s', (version, mode) => {
  it('answers each trial, skips trials that cannot be simulated, and reaches the end', async () => {
    const said = await rehearse(version, mode);
    const trials = trialsIn(said);
    expect(trials).toMatchObject([
      { word: 'red', response: 'f', trial_type: 'html-keyboard-response' },
      { simulated: false, trial_type: 'lab-scale' },
      { simulated: false },
      { response: 'f' },
    ]);
    expect(typeof trials[0]?.rt).toBe('number');
    const passed = { type: 'simulating', plugin: 'lab-scale', passedOver: true };
    expect(said.filter((one) => one.type === 'simulating' && one.passedOver)).toEqual([
      passed,
      passed,
    ]);
    expect(said.at(-1)).toEqual({ type: 'finish' });
  });
});

it('the study’s own on_trial_start function is still called in a simulation', async () => {
  const begun: unknown[] = [];
  await rehearse(8, 'data-only', { on_trial_start: (trial: unknown) => begun.push(trial) });
  expect(begun).toHaveLength(4);
});

it('nothing is simulated in a run that is not a rehearsal', async () => {
  Reflect.deleteProperty(window, 'initJsPsych');
  const said: FrameMessage[] = [];
  watchJsPsych({ ...frameSetupFrom(''), seed: 'seed' }, (message) => said.push(message));
  void pageWith(initJsPsych, {}).run([{ type: htmlKeyboardResponse, stimulus: 'red' }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelector('#study')?.textContent).toContain('red');
  expect(said).toEqual([]);
});
