import type { FrameMessage, FrameSetup } from '../messages';
import { simulated, type SimulatedOptions } from './jspsych-simulate';
import { goOn, goOn6, type Replayed, type StoredTrials } from './jspsych-replay';
import { PageOfJsPsych, type Values } from './page-of-jspsych';

/*
 * jsPsych 6, 7 and 8, from outside: the study's own code stays as it is. The browser files of 7 and 8
 * assign `initJsPsych` to the window, that of 6 `jsPsych`, which accessors see.
 */

/** As much of jsPsych as is used here. */
interface WithData {
  run?(timeline: unknown): unknown;
  data: { get(): { values(): Values[] }; addProperties?(values: Values): void };
}
type JsPsych = WithData & Partial<Replayed>;
interface Options extends SimulatedOptions {
  on_data_update?(data: Values): void;
  on_finish?(data: unknown): unknown;
  display_element?: unknown;
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
  js: () => WithData,
  send: Send,
  { inPages }: FrameSetup,
  page: PageOfJsPsych,
): Options {
  /** Of each of its trials: what is recorded of it, and where that is among those of the page. */
  const trials: { text: string; place: number; isStored: boolean }[] = [];
  const valuesNow = () => js().data.get().values();
  const text = (data: Values) => JSON.stringify(data) ?? 'null';
  /** @param upTo trials that are compared: all, or all but the one that just came */
  const amend = (values: readonly Values[], upTo: number, from = 0) => {
    for (let at = from; at < upTo; at++) {
      const [trial, now] = [trials[at], text(values[at] ?? {})];
      if (!trial || now === trial.text) continue;
      trial.text = now;
      const data = `{"trial":${trial.place},"data":${now}}`;
      send({ type: 'record', kind: 'amend', of: 'jspsych', data });
    }
  };
  return {
    ...options,
    on_data_update(data) {
      // The study's own function runs first: what it adds belongs to the trial.
      options.on_data_update?.(data);
      const { place, stored } = page.came();
      const last = trials.length - 1;
      const now = stored ?? text(data);
      trials.push({ text: now, place, isStored: stored !== undefined });
      if (stored !== undefined) return;
      send({ type: 'record', kind: 'trial', of: 'jspsych', data: now });
      // `addDataToLastTrial` changes the one before; to compare all each time would cost n².
      if (trials[last]?.isStored === false) amend(valuesNow(), last + 1, last);
    },
    async on_finish(data) {
      await options.on_finish?.(data);
      amend(valuesNow(), trials.length);
      // JATOS' studies say themselves that they are over: a page of theirs may not be the last one.
      if (!inPages && !('jatos' in window)) page.ends(js());
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
  const page = new PageOfJsPsych(setup.trials, send);
  watch(setup, send, page);
  watch6(setup, send, page);
}

function watch(setup: FrameSetup, send: Send, page: PageOfJsPsych): void {
  let real: Init | undefined;
  const wrapped: Init = (options = {}) => {
    if (!real) throw new TypeError('initJsPsych is not defined');
    const made = real;
    const begin: Init = (given = {}) => {
      const js: JsPsych = made(recorded(given, () => js, send, setup, page));
      sayCondition(js, setup);
      if (page.areWaiting) goOn(js, page, send);
      const run = js.run?.bind(js);
      if (run)
        js.run = (timeline) => {
          page.begins(js, given.display_element);
          return run(timeline);
        };
      return js;
    };
    return setup.simulation ? simulated(begin, options, setup.simulation, send) : begin(options);
  };
  Object.defineProperty(window, 'initJsPsych', {
    configurable: true,
    get: () => real && wrapped,
    set: (value: Init) => void (real = value),
  });
}

function watch6(setup: FrameSetup, send: Send, page: PageOfJsPsych): void {
  let assigned: unknown;
  let stored: StoredTrials | undefined;
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
        if (stored) stored.begin();
        else if (page.areWaiting) stored = goOn6(value, page);
        page.begins(value, options.display_element);
        let isFirst = true;
        const watched = recorded(options, () => value, send, setup, page);
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
