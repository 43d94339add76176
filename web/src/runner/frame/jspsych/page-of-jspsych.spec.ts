import { TextDecoder, TextEncoder } from 'node:util';
import { initJsPsych } from 'jspsych';
import htmlKeyboardResponse from '@jspsych/plugin-html-keyboard-response';
import type { FrameMessage } from '../../messages';
import { watchJsPsych } from './jspsych';
import { frameSetupFrom } from '../frame-setup';

Object.assign(globalThis, { TextEncoder, TextDecoder });

const win = window as unknown as { initJsPsych?: typeof initJsPsych };
const press = (key: string, root: Element) => {
  for (const type of ['keydown', 'keyup'])
    root.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
};
const ofKind = (said: readonly FrameMessage[], kind: string) =>
  said.flatMap((one) =>
    one.type === 'record' && one.kind === kind
      ? [JSON.parse(one.data) as Record<string, unknown>]
      : [],
  );

interface Parts {
  readonly said: FrameMessage[];
  readonly shown: string[];
}
/** A page with two jsPsychs, one after the other or at the same time. */
async function inParts(
  how: 'after' | 'beside',
  trials: readonly string[] = [],
  stopAt = 9,
): Promise<Parts> {
  const [said, shown]: [FrameMessage[], string[]] = [[], []];
  delete win.initJsPsych;
  watchJsPsych({ ...frameSetupFrom(''), seed: 's', trials }, (message) => said.push(message));
  win.initJsPsych = initJsPsych;
  document.body.innerHTML = '<div id="one"></div><div id="two"></div>';
  let left: () => void = () => undefined;
  const isLeft = new Promise<void>((resolve) => (left = resolve));
  const part = (element: string, words: string[]) => {
    const root = document.getElementById(element) ?? document.body;
    const js = initialised({
      display_element: element,
      on_finish: () => js.data.addProperties({ part: element }),
    });
    return js.run(
      words.map((word) => ({
        type: htmlKeyboardResponse,
        stimulus: word,
        choices: ['f'],
        data: { word },
        on_load: () => {
          shown.push(word);
          if (shown.length > stopAt) left();
          else setTimeout(() => press('f', root));
        },
      })),
    );
  };
  const initialised = (options: object) => (win.initJsPsych ?? initJsPsych)(options);
  const both = async () => {
    const first = part('one', ['red', 'green']);
    if (how === 'after') await first;
    await Promise.all([first, part('two', ['blue', 'black'])]);
  };
  await Promise.race([both(), isLeft]);
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  return { said, shown };
}

test.each(['after', 'beside'] as const)(
  'two jsPsych instances of a page, one %s the other, each amend their own trials; the study ends with the later one',
  async (how) => {
    const { said } = await inParts(how);
    const trials = ofKind(said, 'trial').map(({ word }) => word);
    expect([...trials].sort()).toEqual(['black', 'blue', 'green', 'red']);
    const amended = ofKind(said, 'amend') as { trial: number; data: Record<string, unknown> }[];
    expect(amended).toHaveLength(4);
    for (const { trial, data } of amended) {
      expect(data.word).toBe(trials[trial]);
      expect(data.part).toBe(['red', 'green'].includes(String(data.word)) ? 'one' : 'two');
    }
    expect(said.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(said.at(-1)).toEqual({ type: 'finish' });
  },
);

test('a page with two jsPsych instances resumes in the one in which it was left', async () => {
  const before = await inParts('after', [], 3);
  const stored = before.said.flatMap((one) =>
    one.type === 'record' && one.kind === 'trial' ? [one.data] : [],
  );
  expect(stored).toHaveLength(3);
  const { said, shown } = await inParts('after', stored);
  expect(shown).toEqual(['black']);
  expect(ofKind(said, 'trial')).toMatchObject([{ word: 'black', trial_index: 1 }]);
  expect(said).not.toContainEqual({ type: 'diverged' });
});

test('two jsPsych instances whose trials have changed report that once', async () => {
  const stored = ['a', 'b'].map((word) => JSON.stringify({ trial_type: 'survey-text', word }));
  const said: FrameMessage[] = [];
  delete win.initJsPsych;
  watchJsPsych({ ...frameSetupFrom(''), seed: 's', trials: stored }, (message) =>
    said.push(message),
  );
  win.initJsPsych = initJsPsych;
  document.body.innerHTML = '<div id="one"></div><div id="two"></div>';
  for (const display_element of ['one', 'two'])
    void win.initJsPsych({ display_element }).run([{ type: htmlKeyboardResponse, stimulus: 'x' }]);
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(said.filter(({ type }) => type === 'diverged')).toHaveLength(1);
});
