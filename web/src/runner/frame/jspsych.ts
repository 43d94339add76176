import type { FrameMessage, FrameSetup } from '../messages';
import { simulated, type SimulatedOptions } from './jspsych-simulate';
import { goOn, goOn6, type Replayed, type Values } from './jspsych-replay';
import { FrameRecordings } from './recordings';

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
/** @throws Error with the `code` of a FileProblem */
type KeepFile = (name: string, blob: Blob) => Promise<unknown>;

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
  keepFile: KeepFile,
  { trials: replay, inPages }: FrameSetup,
): Options {
  const texts: string[] = [...replay];
  let place = 0;
  const recordings = new FrameRecordings(keepFile, (file, reason) => {
    const { code } = reason as { code?: unknown };
    const data = JSON.stringify({ type: 'recording_refused', file, code });
    send({ type: 'record', kind: 'event', data });
    console.error(`The recording ${file} is not kept:`, reason);
  });
  /** @param upTo trials that are compared: all, or all but the one that just came */
  const amend = (values: readonly Values[], upTo: number, from = 0) => {
    for (let trial = from; trial < upTo; trial++) {
      const now = recordings.text(values[trial] ?? {});
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
      recordings.take(data, trial);
      const now = { ...data };
      recordings.after(() => {
        const written = recordings.text(now);
        texts[trial] = written;
        send({ type: 'record', kind: 'trial', of: 'jspsych', data: written });
        // `addDataToLastTrial` changes the one before; to compare all each time would cost n².
        amend(valuesNow(), trial, Math.max(replay.length, trial - 1));
      });
    },
    async on_finish(data) {
      await options.on_finish?.(data);
      // A study may have added one later, in a callback of its own.
      for (const [trial, values] of valuesNow().entries())
        if (trial >= replay.length) recordings.take(values, trial);
      recordings.after(() => {
        amend(valuesNow(), texts.length);
        // JATOS' studies say themselves that they are over: a page of theirs may not be the last one.
        if (!inPages && !('jatos' in window)) send({ type: 'finish' });
      });
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

/** Of a preview and of a rehearsal, whose data look as those of a run. */
const noFiles: KeepFile = () => Promise.resolve();

/** Wraps `initJsPsych`, and `init` of jsPsych 6, whenever the study's page assigns them. */
export function watchJsPsych(setup: FrameSetup, send: Send, keepFile: KeepFile = noFiles): void {
  let real: Init | undefined;
  const wrapped: Init = (options = {}) => {
    if (!real) throw new TypeError('initJsPsych is not defined');
    const made = real;
    const begin: Init = (given = {}) => {
      const js: JsPsych = made(
        recorded(given, () => js.data.get().values(), send, keepFile, setup),
      );
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
        const watched = recorded(options, () => value.data.get().values(), send, keepFile, setup);
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
