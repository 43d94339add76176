import { TextDecoder, TextEncoder } from 'node:util';
import { initJsPsych } from 'jspsych';
import htmlKeyboardResponse from '@jspsych/plugin-html-keyboard-response';
import { frameSetupFrom } from '../frame-setup';
import type { FrameMessage } from '../../messages';
import { watchJsPsych } from './jspsych';

Object.assign(globalThis, { TextEncoder, TextDecoder });
const win = window as unknown as { initJsPsych?: typeof initJsPsych };

test('a NaN that jsPsych computes for a trial is reported right after the record of that trial', async () => {
  const said: FrameMessage[] = [];
  watchJsPsych(
    { ...frameSetupFrom(''), seed: 'seed' },
    (message) => said.push(message),
    undefined,
    {
      begins: () => undefined,
      ends: () => () => undefined,
    },
  );
  win.initJsPsych = initJsPsych;
  document.body.innerHTML = '<div id="study"></div>';
  const js = win.initJsPsych({ display_element: 'study' });
  await js.run([
    {
      type: htmlKeyboardResponse,
      stimulus: 'red',
      trial_duration: 1,
      on_finish: (data: Record<string, unknown>) => {
        data.share = 0 / 0;
      },
    },
  ]);
  const records = said.flatMap((one) =>
    one.type === 'record' ? [[one.kind, JSON.parse(one.data) as unknown]] : [],
  );
  expect(records.slice(0, 2)).toEqual([
    ['trial', expect.objectContaining({ stimulus: 'red', rt: null, share: null })],
    ['event', { type: 'not_a_number', values: [['share', 'NaN']] }],
  ]);
});
