import { TextDecoder, TextEncoder } from 'node:util';
import * as jspsych8 from 'jspsych';
import callFunction8 from '@jspsych/plugin-call-function';
import * as jspsych7 from 'jspsych-7';
import callFunction7 from 'jspsych-7-plugin-call-function';
import type { FrameMessage } from '../../messages';
import { frameSetupFrom } from '../frame-setup';
import { TrialDeduplication } from './own-records';
import { jsPsychConstructorFields } from './bundled';
import { watchJsPsych } from './jspsych';

Object.assign(globalThis, { TextEncoder, TextDecoder });

/** The parts of jsPsych 7 and 8 that the tests use. */
type Made = ReturnType<typeof jspsych8.initJsPsych>;
interface Version {
  initJsPsych: typeof jspsych8.initJsPsych;
  JsPsych: typeof jspsych8.JsPsych;
  callFunction: typeof callFunction8;
}
const versions: [number, Version][] = [
  [8, { ...jspsych8, callFunction: callFunction8 }],
  [7, { ...jspsych7, callFunction: callFunction7 } as unknown as Version],
];
const turn = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  for (const name of jsPsychConstructorFields)
    delete (Object.prototype as Record<string, unknown>)[name];
  delete (window as { initJsPsych?: unknown }).initJsPsych;
});

function watching(own = new TrialDeduplication(), trials: readonly string[] = []) {
  const said: FrameMessage[] = [];
  watchJsPsych(
    { ...frameSetupFrom(''), seed: 'seed', trials },
    (message) => said.push(message),
    undefined,
    undefined,
    own,
  );
  const ofKind = (kind: string) =>
    said.flatMap((one) =>
      one.type === 'record' && one.kind === kind
        ? [JSON.parse(one.data) as Record<string, unknown>]
        : [],
    );
  const ends = () => said.filter(({ type }) => type === 'finish').length;
  return { said, ofKind, ends };
}
async function run(
  js: Made,
  type: Version['callFunction'],
  words: readonly string[],
  ran: string[] = [],
) {
  const timeline = words.map((word) => ({
    type,
    func: () => void ran.push(word),
    data: { word },
  }));
  await js.run(timeline);
  for (let turns = 0; turns < 3; turns++) await turn();
}

describe.each(versions)(
  'A jsPsych %d that is bundled, and not a property of the window',
  (_, version) => {
    const { initJsPsych, JsPsych, callFunction } = version;
    it.each([
      ['made by its function', (options: object) => initJsPsych(options)],
      ['made by its class', (options: object) => new JsPsych(options)],
    ])('records each trial once, and ends the study: %s', async (__, make) => {
      const { ofKind, ends } = watching();
      const heard: unknown[] = [];
      const js: Made = make({
        on_data_update: (data: { word?: string }) => heard.push(data.word),
        on_finish: () => js.data.addProperties({ group: 'a' }),
      });
      await run(js, callFunction, ['red', 'green']);
      const trials = js.data.get().values();
      expect(heard).toEqual(['red', 'green']);
      expect(ofKind('trial').map(({ word }) => word)).toEqual(['red', 'green']);
      expect(ofKind('amend')).toEqual(
        trials.map((data, trial) => ({ trial, data: JSON.parse(JSON.stringify(data)) as object })),
      );
      expect(ends()).toBe(1);
    });

    it('resumes after the stored trials', async () => {
      const first = watching();
      await run(initJsPsych(), callFunction, ['red', 'green']);
      const stored = first
        .ofKind('trial')
        .slice(0, 1)
        .map((one) => JSON.stringify(one));
      const { ofKind, said } = watching(undefined, stored);
      const ran: string[] = [];
      await run(initJsPsych(), callFunction, ['red', 'green'], ran);
      expect(ran).toEqual(['green']);
      expect(ofKind('trial').map(({ word }) => word)).toEqual(['green']);
      expect(said).not.toContainEqual({ type: 'diverged' });
    });

    it('ends the study once when several instances start at the same time on a page', async () => {
      const { ends, ofKind } = watching();
      const [one, other] = [initJsPsych(), initJsPsych()];
      const first = run(one, callFunction, ['red']);
      await run(other, callFunction, ['blue', 'green']);
      await first;
      expect(ofKind('trial')).toHaveLength(3);
      expect(ends()).toBe(1);
    });

    it('stores no trial twice and does not finish a study that records its data itself', async () => {
      const own = new TrialDeduplication();
      const { ofKind, ends } = watching(own);
      const again: boolean[] = [];
      const js = initJsPsych({ on_data_update: (data: object) => again.push(own.adds(data)) });
      await run(js, callFunction, ['red', 'green']);
      expect(again).toEqual([false, false]);
      expect(ofKind('trial')).toHaveLength(2);
      expect(ends()).toBe(0);
    });

    it('is detected once when it is also a property of the window', async () => {
      const { ofKind, ends } = watching();
      const win = window as unknown as { initJsPsych: typeof initJsPsych };
      win.initJsPsych = initJsPsych;
      await run(win.initJsPsych(), callFunction, ['red', 'green']);
      expect([ofKind('trial').length, ends()]).toEqual([2, 1]);
    });
  },
);

it('other objects with the same names stay unchanged', () => {
  watching();
  const other: Record<string, unknown> = {};
  for (const name of jsPsychConstructorFields) other[name] = name;
  expect(Object.entries(other)).toEqual(jsPsychConstructorFields.map((name) => [name, name]));
  class Runner {
    declare timelineDependencies: string;
    constructor() {
      this.timelineDependencies = 'own';
    }
    run() {
      return 'ran';
    }
  }
  const runner = new Runner();
  expect([runner.run(), Object.keys(runner)]).toEqual(['ran', ['timelineDependencies']]);
  for (const name in {}) throw new Error(name);
});
