import type { FrameMessage, FrameSetup } from '../../messages';
import { simulated, type SimulatedOptions } from './jspsych-simulate';
import { goOn, goOn6, type Replayed, type StoredTrials } from './jspsych-replay';
import { markTrials, type Marked } from './parameters';
import { PageOfJsPsych, type Values } from './page-of-jspsych';
import { FrameRecordings } from './recordings';
import type { TrialTimings } from '../timing/trial-timings';

/*
 * jsPsych 6, 7 and 8, from outside: the study's own code stays as it is. The browser files of 7 and 8
 * assign `initJsPsych` to the window, that of 6 `jsPsych`, which accessors see.
 */

/** As much of jsPsych as is used here. */
interface WithData {
  run?(timeline: unknown): unknown;
  data: { get(): { values(): Values[] }; addProperties?(values: Values): void };
}
type JsPsych = WithData & Partial<Replayed> & Marked;
interface Options extends SimulatedOptions {
  on_data_update?(data: Values): void;
  on_finish?(data: unknown): unknown;
  display_element?: unknown;
}
type Init = (options?: Options) => JsPsych;

type Send = (message: FrameMessage) => void;
/** @throws Error with the `code` of a FileProblem */
type KeepFile = (name: string, blob: Blob) => Promise<unknown>;
/** What is common to all jsPsychs of a page. */
interface Around {
  readonly setup: FrameSetup;
  readonly send: Send;
  readonly keepFile: KeepFile;
  readonly page: PageOfJsPsych;
  /** None where nothing is measured: in a preview, a rehearsal. */
  readonly timings: Pick<TrialTimings, 'begins' | 'ends'> | undefined;
}

/**
 * Studies for JATOS say themselves that they are over: a page of theirs may not be the last one. One that
 * was made ready for it by our own archive does not, and knows which of its pages lead on.
 */
const endsTheStudy = (inPages: boolean): boolean =>
  window.commonlabForJatos ? !window.commonlabForJatos.leadsOn : !inPages && !('jatos' in window);

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
  { setup: { inPages }, send, keepFile, page, timings }: Around,
  markNow: () => string | undefined = () => undefined,
): Options {
  /** Of each of its trials: what is recorded of it, and where that is among those of the page. */
  const trials: { text: string; place: number; isStored: boolean }[] = [];
  const valuesNow = () => js().data.get().values();
  const recordings = new FrameRecordings(keepFile, (file, reason) => {
    const { code } = reason as { code?: unknown };
    const data = JSON.stringify({ type: 'recording_refused', file, code });
    send({ type: 'record', kind: 'event', data });
    console.error(`The recording ${file} is not kept:`, reason);
  });
  /** @param upTo trials that are compared: all, or all but the one that just came */
  const amend = (values: readonly Values[], upTo: number, from = 0) => {
    for (let at = from; at < upTo; at++) {
      const [trial, now] = [trials[at], recordings.text(values[at] ?? {})];
      if (!trial || now === trial.text) continue;
      trial.text = now;
      const data = `{"trial":${trial.place},"data":${now}}`;
      send({ type: 'record', kind: 'amend', of: 'jspsych', data });
    }
  };
  const ended = () => {
    // A study may have added one later, in a callback of its own.
    for (const [at, values] of valuesNow().entries()) {
      const trial = trials[at];
      if (trial && !trial.isStored) recordings.take(values, trial.place);
    }
    recordings.after(() => {
      amend(valuesNow(), trials.length);
      if (endsTheStudy(inPages)) page.ends(js());
    });
  };
  return {
    ...options,
    on_trial_start(trial) {
      timings?.begins();
      options.on_trial_start?.(trial);
    },
    on_data_update(data) {
      const [measured, mark] = [timings?.ends(), markNow()];
      // The study's own function runs first: what it adds belongs to the trial.
      options.on_data_update?.(data);
      const { place, stored } = page.came();
      const before = trials.length - 1;
      const trial = { text: stored ?? '', place, isStored: stored !== undefined };
      trials.push(trial);
      if (trial.isStored) return;
      recordings.take(data, place);
      const now = { ...data };
      recordings.after(() => {
        trial.text = recordings.text(now);
        send({ type: 'record', kind: 'trial', of: 'jspsych', data: trial.text });
        measured?.(place, mark);
        // `addDataToLastTrial` changes the one before; to compare all each time would cost n².
        if (trials[before]?.isStored === false) amend(valuesNow(), before + 1, before);
      });
    },
    async on_finish(data) {
      try {
        await options.on_finish?.(data);
      } finally {
        // Where its last function fails, such as one that sends to a server, its trials are here all the same.
        ended();
      }
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
export function watchJsPsych(
  setup: FrameSetup,
  send: Send,
  keepFile: KeepFile = noFiles,
  timings?: Around['timings'],
): void {
  const around = {
    setup,
    send,
    keepFile,
    timings,
    page: new PageOfJsPsych(setup.trials, send, setup.timings),
  };
  watch(around);
  watch6(around);
}

function watch(around: Around): void {
  const { setup, send, page, timings } = around;
  let real: Init | undefined;
  const wrapped: Init = (options = {}) => {
    if (!real) throw new TypeError('initJsPsych is not defined');
    const made = real;
    const begin: Init = (given = {}) => {
      let mark: string | undefined;
      const watched = recorded(
        given,
        () => js,
        around,
        () => mark,
      );
      const js: JsPsych = made(watched);
      sayCondition(js, setup);
      const stored = page.areWaiting ? goOn(js, page, send) : undefined;
      if (timings)
        markTrials(js, setup.seed, (now) => {
          mark = now;
          if (stored) stored.mark = now;
        });
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

function watch6(around: Around): void {
  const { setup, page } = around;
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
        const watched = recorded(options, () => value, around);
        init({
          ...watched,
          on_trial_start(trial) {
            // What was set before it began is gone: it begins when the page has loaded.
            if (isFirst) sayCondition(value, setup);
            isFirst = false;
            watched.on_trial_start?.(trial);
          },
        });
      };
    },
  });
}
