import type { FrameMessage, FrameSetup } from '../messages';
import { simulated, type SimulatedOptions } from './jspsych-simulate';
import { goOn, goOn6, type Replayed, type Values } from './jspsych-replay';

/*
 * jsPsych 6, 7 and 8, from outside: the study's own code stays as it is. The browser files of 7 and 8
 * assign `initJsPsych` to the window, that of 6 `jsPsych`, which accessors see.
 */

/** As much of jsPsych as is used here. */
interface WithData {
  data: { get(): { values(): Values[] }; addProperties?(values: Values): void };
}
type JsPsych = WithData & Partial<Replayed>;
interface Options extends SimulatedOptions {
  on_data_update?(data: Values): void;
  on_finish?(data: unknown): unknown;
}
type Init = (options?: Options) => JsPsych;

type Send = (message: FrameMessage) => void;

/** The name of the condition that was drawn: each trial says it, under a name that no study uses. */
const conditionName = (condition: unknown): unknown =>
  typeof condition === 'object' && condition !== null && 'name' in condition
    ? condition.name
    : undefined;

/**
 * Each trial becomes a record when jsPsych has it, whatever the study does with its data. Of trials
 * that were changed later (`addProperties` reaches back over all of them) the end writes amendments.
 */
function recorded(
  options: Options,
  valuesNow: () => readonly Values[],
  send: Send,
  { trials: replay, inPages }: FrameSetup,
): Options {
  const texts: string[] = [...replay];
  let place = 0;
  const text = (data: Values) => JSON.stringify(data) ?? 'null';
  /** @param upTo trials that are compared: all, or all but the one that just came */
  const amend = (values: readonly Values[], upTo: number, from = 0) => {
    for (let trial = from; trial < upTo; trial++) {
      const now = text(values[trial] ?? {});
      if (now === texts[trial]) continue;
      texts[trial] = now;
      const data = `{"trial":${trial},"data":${now}}`;
      send({ type: 'record', kind: 'amend', of: 'jspsych', data });
    }
  };
  return {
    ...options,
    on_data_update(data) {
      // The study's own function runs first: what it adds belongs to the trial.
      options.on_data_update?.(data);
      const trial = place++;
      if (trial < replay.length) return;
      texts[trial] = text(data);
      send({ type: 'record', kind: 'trial', of: 'jspsych', data: texts[trial] });
      // `addDataToLastTrial` changes the one before; to compare all each time would cost n².
      amend(valuesNow(), trial, Math.max(replay.length, trial - 1));
    },
    async on_finish(data) {
      await options.on_finish?.(data);
      amend(valuesNow(), texts.length);
      // JATOS' studies say themselves that they are over: a page of theirs may not be the last one.
      if (!inPages && !('jatos' in window)) send({ type: 'finish' });
    },
  };
}

function sayCondition({ data }: WithData, { condition, blinded }: FrameSetup): void {
  const name = blinded ? undefined : conditionName(condition);
  if (name !== undefined) data.addProperties?.({ commonlab_condition: name });
}

/** jsPsych 6: one object for the page, which `init` begins. */
type Replayed6 = Parameters<typeof goOn6>[0];
interface JsPsych6 extends WithData, Replayed6 {
  init(options?: Options): void;
}
/** Its file assigns the object first, and the parts of it, such as `data`, one by one after that. */
function isJsPsych6(value: unknown): value is JsPsych6 {
  try {
    return typeof (value as Partial<JsPsych6>).init === 'function';
  } catch {
    // jsPsych 7 and 8 leave an object of this name, whose every part throws.
    return false;
  }
}

/** Wraps `initJsPsych`, and `init` of jsPsych 6, whenever the study's page assigns them. */
export function watchJsPsych(setup: FrameSetup, send: Send): void {
  let real: Init | undefined;
  const wrapped: Init = (options = {}) => {
    if (!real) throw new TypeError('initJsPsych is not defined');
    const made = real;
    const begin: Init = (given = {}) => {
      const js: JsPsych = made(recorded(given, () => js.data.get().values(), send, setup));
      sayCondition(js, setup);
      if (setup.trials.length > 0) goOn(js, setup.trials, send);
      return js;
    };
    return setup.simulation ? simulated(begin, options, setup.simulation, send) : begin(options);
  };
  Object.defineProperty(window, 'initJsPsych', {
    configurable: true,
    get: () => real && wrapped,
    set: (value: Init) => void (real = value),
  });
  let assigned: unknown;
  Object.defineProperty(window, 'jsPsych', {
    configurable: true,
    get: () => assigned,
    set: (value: unknown) => {
      assigned = value;
      if (!isJsPsych6(value)) return;
      const init = value.init.bind(value);
      value.init = (options = {}) => {
        // jsPsych 5 has no collection of trials to read.
        if (typeof (value as Partial<JsPsych6>).data?.get !== 'function') return init(options);
        // It may begin at once.
        if (setup.trials.length > 0) goOn6(value, setup.trials, send);
        let isFirst = true;
        const watched = recorded(options, () => value.data.get().values(), send, setup);
        init({
          ...watched,
          on_trial_start(trial) {
            // What was set before it began is gone: it begins when the page has loaded.
            if (isFirst) sayCondition(value, setup);
            isFirst = false;
            options.on_trial_start?.(trial);
          },
        });
      };
    },
  });
}
