import type { FrameMessage } from '../../messages';
import type { JsPsychPage, TrialValues } from './page-of-jspsych';

/*
 * Resumes a study by replaying it: jsPsych runs through the stored trials without showing them and
 * gets their stored data. The study's callbacks run again, so that the study's variables get the
 * same values (docs/decisions/study-sandbox.md).
 */

type Send = (message: FrameMessage) => void;
/**
 * Returns a promise that never settles, so the study stops here. It is used if a trial has a
 * different type or different parameters than the stored trial, because the study was changed after
 * the stored trial was recorded.
 */
const never = (): Promise<never> => new Promise(() => undefined);

/**
 * The stored trials of a run. Each replaces the trial at the same position when the study runs
 * again.
 */
export class StoredTrials {
  private replayed: TrialValues | null = null;
  private elapsedBefore = 0;

  /** The parameter hashes of the trial that is about to begin (parameters.ts). */
  mark: string | undefined;

  constructor(private readonly page: JsPsychPage) {}

  get areWaiting(): boolean {
    return this.page.areWaiting;
  }
  /**
   * Called when jsPsych 6 begins again on the same page: it then measures its time from 0 again.
   */
  begin(): void {
    this.replayed = null;
    this.elapsedBefore = 0;
  }
  get areBeingTold(): boolean {
    return this.replayed !== null || this.areWaiting;
  }
  /** Called when the next trial is not replayed: from then on, the participant does the trials. */
  end(): void {
    this.replayed = null;
  }
  /**
   * Returns the stored data of the next trial.
   * @returns undefined if the stored trial has a different type or different parameters
   */
  next(type: unknown): TrialValues | undefined {
    const stored = this.page.next(type, this.mark);
    this.replayed = stored ?? null;
    return stored;
  }
  /**
   * Computes `time_elapsed`, the time at which a trial ended, in milliseconds. A replayed trial has
   * its stored time; later trials continue from there, without the break between the two visits.
   */
  elapsed(real: number): number {
    const stored = this.replayed?.time_elapsed;
    if (typeof stored === 'number') this.elapsedBefore = stored - real;
    return real + this.elapsedBefore;
  }
}

/** The parts of jsPsych 8 that are used here (jspsych 8.3, src/JsPsych.ts). */
interface JsPsych8 {
  getCurrentTrial?(): { record_data?: unknown } | undefined;
  timelineDependencies?: {
    instantiatePlugin(plugin: { info?: { name?: string } }): { trial(): unknown };
    getSimulationMode(): string | undefined;
    onTrialResultAvailable(trial: { getResult(): TrialValues | undefined }): void;
  };
}
/** A trial of jsPsych 7 (jspsych 7.3, src/JsPsych.ts). */
interface Trial7 extends TrialValues {
  type: { info?: { name?: string } };
}
interface JsPsych7 {
  doTrial(trial: Trial7): void;
  evaluateTimelineVariables(trial: Trial7): void;
  finishTrial(data: TrialValues): void;
  getTotalTime(): number;
}
/** A trial of jsPsych 6 (jspsych 6.3, jspsych.js). */
interface Trial6 extends TrialValues {
  type: string;
}
interface JsPsych6 {
  plugins: Record<string, { trial(display: Element, trial: Trial6): unknown }>;
  finishTrial(data: TrialValues): void;
  totalTime(): number;
}

/** Overrides the properties of a trial that matter only when it is shown. */
const withoutShow = { on_load: undefined, extensions: undefined, post_trial_gap: 0 };

export type ReplayingJsPsych = JsPsych8 & JsPsych7;
export function resumeJsPsych(
  js: Partial<ReplayingJsPsych>,
  page: JsPsychPage,
  send: Send,
): StoredTrials {
  const stored = new StoredTrials(page);
  if (js.timelineDependencies) goOn8(js, js.timelineDependencies, stored);
  else if (js.doTrial && js.finishTrial && js.getTotalTime) goOn7(js as JsPsych7, stored);
  else send({ type: 'diverged' });
  return stored;
}

function goOn8(
  js: JsPsych8,
  dependencies: NonNullable<JsPsych8['timelineDependencies']>,
  stored: StoredTrials,
): void {
  const instantiatePlugin = dependencies.instantiatePlugin.bind(dependencies);
  const getSimulationMode = dependencies.getSimulationMode.bind(dependencies);
  const onTrialResultAvailable = dependencies.onTrialResultAvailable.bind(dependencies);

  dependencies.instantiatePlugin = (plugin) => {
    stored.end();
    // A trial without data is never stored. If a stored trial still follows, the participant has
    // already done the trial without data, so it is not shown again.
    const isSilent = js.getCurrentTrial?.()?.record_data === false;
    if (!stored.areWaiting) return instantiatePlugin(plugin);
    if (isSilent) return { trial: () => Promise.resolve({}) };
    const data = stored.next(plugin.info?.name);
    return { trial: () => (data ? Promise.resolve({ ...data }) : never()) };
  };
  // During the replay the mode is `data-only`: jsPsych then leaves out the gaps between trials.
  dependencies.getSimulationMode = () => (stored.areBeingTold ? 'data-only' : getSimulationMode());
  dependencies.onTrialResultAvailable = (trial) => {
    onTrialResultAvailable(trial);
    const result = trial.getResult();
    if (result && typeof result.time_elapsed === 'number')
      result.time_elapsed = stored.elapsed(result.time_elapsed);
  };
}

function goOn7(js: JsPsych7, stored: StoredTrials): void {
  const doTrial = js.doTrial.bind(js);
  const getTotalTime = js.getTotalTime.bind(js);
  js.getTotalTime = () => stored.elapsed(getTotalTime());
  js.doTrial = (trial) => {
    stored.end();
    if (!stored.areWaiting) return doTrial(trial);
    // A timeline variable may set the type of the trial, so variables are evaluated first.
    js.evaluateTimelineVariables(trial);
    const { info } = trial.type;
    const data = stored.next(info?.name);
    // The function returns a promise, since jsPsych would otherwise call the trial's `on_load`. In
    // addition, the trial has to end in a later turn of the event loop than the one in which it
    // began.
    const trialOf = () =>
      data ? Promise.resolve().then(() => js.finishTrial({ ...data })) : never();
    const plugin = Object.assign(
      function (this: { trial?: unknown }) {
        this.trial = trialOf;
      },
      { info },
    );
    doTrial(Object.assign(trial, withoutShow, { type: plugin }));
  };
}

/** Makes jsPsych 6 resume. Called before `init`, which may begin the first trial synchronously. */
export function resumeJsPsych6(js: JsPsych6, page: JsPsychPage): StoredTrials {
  const stored = new StoredTrials(page);
  const totalTime = js.totalTime.bind(js);
  js.totalTime = () => stored.elapsed(totalTime());
  for (const plugin of Object.values(js.plugins)) {
    if (typeof plugin.trial !== 'function') continue;
    const show = plugin.trial.bind(plugin);
    plugin.trial = (display, trial) => {
      stored.end();
      if (!stored.areWaiting) return show(display, trial);
      const data = stored.next(trial.type);
      Object.assign(trial, withoutShow);
      if (data) void Promise.resolve().then(() => js.finishTrial({ ...data }));
      return undefined;
    };
  }
  return stored;
}
