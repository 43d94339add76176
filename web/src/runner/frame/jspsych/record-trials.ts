import type { FrameMessage, FrameSetup } from '../../messages';
import type { SimulatedOptions } from './jspsych-simulate';
import type { TrialDeduplication } from './own-records';
import type { ReplayingJsPsych } from './jspsych-replay';
import type { JsPsychHooks } from './parameters';
import type { JsPsychPage, TrialValues } from './page-of-jspsych';
import { FrameRecordings } from './recordings';
import type { TrialTimings } from '../timing/trial-timings';
import { NonFiniteNumbers } from '../diagnostics/non-finite-numbers';

/** The parts of jsPsych that the recorder uses. */
export interface JsPsychWithData {
  run?(timeline: unknown): unknown;
  data: { get(): { values(): TrialValues[] }; addProperties?(values: TrialValues): void };
}
export type JsPsych = JsPsychWithData & Partial<ReplayingJsPsych> & JsPsychHooks;
export interface JsPsychOptions extends SimulatedOptions {
  on_data_update?(data: TrialValues): void;
  on_finish?(data: unknown): unknown;
  display_element?: unknown;
}
export type InitJsPsych = (options?: JsPsychOptions) => JsPsych;

type Send = (message: FrameMessage) => void;
/** @throws Error whose `code` is one of `FileProblem` */
export type StoreFile = (name: string, blob: Blob) => Promise<unknown>;
/** What the recorders of all instances of jsPsych on a page share. */
export interface RecorderContext {
  readonly setup: FrameSetup;
  readonly send: Send;
  readonly keepFile: StoreFile;
  readonly page: JsPsychPage;
  /** Undefined in a preview or a rehearsal, where nothing is measured. */
  readonly timings: Pick<TrialTimings, 'begins' | 'ends'> | undefined;
  readonly own: TrialDeduplication;
}

/**
 * Whether the end of jsPsych is the end of the study. A study for JATOS may have more pages, and
 * reports its end itself. If our export has prepared the study for JATOS, `leadsOn` says whether
 * another page follows.
 */
export const jsPsychEndEndsStudy = (inPages: boolean): boolean =>
  window.commonlabForJatos ? !window.commonlabForJatos.leadsOn : !inPages && !('jatos' in window);

/**
 * Returns the name of the drawn condition. Each trial contains it as `commonlab_condition`, a name
 * that studies do not use.
 */
const conditionName = (condition: unknown): unknown =>
  typeof condition === 'object' && condition !== null && 'name' in condition
    ? condition.name
    : undefined;

/** Stands for a trial that the study has recorded itself: it is stored already and not amended. */
const byTheStudy = { text: '', place: -1, isStored: true };

/**
 * Stores a record of each trial as soon as jsPsych has its data, whatever the study does with the
 * data. At the end of the study, it stores an amendment for each trial that has changed after its
 * record was stored, for example by jsPsych's `addProperties`.
 */
export function recordTrials(
  options: JsPsychOptions,
  js: () => JsPsychWithData,
  { setup: { inPages }, send, keepFile, page, timings, own }: RecorderContext,
  markNow: () => string | undefined = () => undefined,
  /** Whether the end of this jsPsych is the end of the study. */
  isTheEnd: () => boolean = () => true,
): JsPsychOptions {
  /** For each trial: the text that was recorded, and the position among all trials of the page. */
  const trials: { text: string; place: number; isStored: boolean }[] = [];
  const valuesNow = () => js().data.get().values();
  const recordings = new FrameRecordings(keepFile, (file, reason) => {
    const { code } = reason as { code?: unknown };
    const data = JSON.stringify({ type: 'recording_refused', file, code });
    send({ type: 'record', kind: 'event', data });
    console.error(`The recording ${file} is not kept:`, reason);
  });
  const notNumbers = new NonFiniteNumbers();
  const tellNotNumbers = (values: unknown, text: string, at: number, isChanged = false) => {
    const data = notNumbers.eventOf(values, text, at, isChanged);
    if (data !== undefined) send({ type: 'record', kind: 'event', data });
  };
  /**
   * Stores amendments for the trials that have changed since they were recorded.
   * @param upTo the number of trials to compare: all of them, or all but the latest one
   */
  const amend = (values: readonly TrialValues[], upTo: number, from = 0) => {
    for (let at = from; at < upTo; at++) {
      const [trial, now] = [trials[at], recordings.text(values[at] ?? {})];
      if (!trial || trial === byTheStudy || now === trial.text) continue;
      trial.text = now;
      const data = `{"trial":${trial.place},"data":${now}}`;
      send({ type: 'record', kind: 'amend', of: 'jspsych', data });
      tellNotNumbers(values[at], now, trial.place, true);
    }
  };
  const ended = () => {
    // The study may have added a recording after the record of the trial, in a callback. That
    // recording is stored now.
    for (const [at, values] of valuesNow().entries()) {
      const trial = trials[at];
      if (trial && !trial.isStored) recordings.take(values, trial.place);
    }
    recordings.after(() => {
      amend(valuesNow(), trials.length);
      if (jsPsychEndEndsStudy(inPages) && isTheEnd()) page.ends(js());
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
      const isTaken = own.takes(data);
      // The study's own callback runs before the trial is recorded, since the data that it adds
      // belongs to the trial.
      options.on_data_update?.(data);
      if (!isTaken) return void trials.push(byTheStudy);
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
        tellNotNumbers(now, trial.text, place);
        measured?.(place, mark);
        // `addDataToLastTrial` changes only the trial before this one. Comparing all trials after
        // each one would take quadratic time.
        if (trials[before]?.isStored === false) amend(valuesNow(), before + 1, before);
      });
    },
    async on_finish(data) {
      try {
        await options.on_finish?.(data);
      } finally {
        // Runs even if the study's own callback fails, for example because it sends data to a
        // server: the trials are recorded all the same.
        ended();
      }
    },
  };
}

export function addConditionToTrials(
  { data }: JsPsychWithData,
  { condition, blinded }: FrameSetup,
): void {
  const name = blinded ? undefined : conditionName(condition);
  if (name !== undefined) data.addProperties?.({ commonlab_condition: name });
}
