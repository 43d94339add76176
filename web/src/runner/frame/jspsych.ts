import type { FrameMessage, FrameSetup } from '../messages';
import { simulated, type SimulatedOptions } from './jspsych-simulate';

/*
 * jsPsych 6, 7 and 8, from outside: the study's own code stays as it is. The browser files of 7 and 8
 * assign `initJsPsych` to the window, that of 6 `jsPsych`, which accessors see.
 */

type Values = Record<string, unknown>;
interface Plugin {
  info?: { name?: string };
}
/** As much of jsPsych as is used here (jspsych 8.3, src/JsPsych.ts). */
interface JsPsych {
  data: { get(): { values(): Values[] }; addProperties?(values: Values): void };
  getCurrentTrial?(): { record_data?: unknown } | undefined;
  timelineDependencies?: {
    instantiatePlugin(plugin: Plugin): { trial(): unknown };
    getSimulationMode(): string | undefined;
    onTrialResultAvailable(trial: { getResult(): Values | undefined }): void;
  };
}
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
  real: Init,
  options: Options,
  send: Send,
  { trials: replay, condition, blinded, inPages }: FrameSetup,
): JsPsych {
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
  const js = real({
    ...options,
    on_data_update(data) {
      // The study's own function runs first: what it adds belongs to the trial.
      options.on_data_update?.(data);
      const trial = place++;
      if (trial < replay.length) return;
      texts[trial] = text(data);
      send({ type: 'record', kind: 'trial', of: 'jspsych', data: texts[trial] });
      // `addDataToLastTrial` changes the one before; to compare all each time would cost n².
      amend(js.data.get().values(), trial, Math.max(replay.length, trial - 1));
    },
    async on_finish(data) {
      await options.on_finish?.(data);
      amend(js.data.get().values(), texts.length);
      // JATOS' studies say themselves that they are over: a page of theirs may not be the last one.
      if (!inPages && !('jatos' in window)) send({ type: 'finish' });
    },
  });
  const name = blinded ? undefined : conditionName(condition);
  if (name !== undefined) js.data.addProperties?.({ commonlab_condition: name });
  if (replay.length > 0) goOn(js, replay, send);
  return js;
}

/**
 * Trials that are stored are answered with their stored data, without showing anything; the study's
 * callbacks run again, so that its variables are as they were
 * (docs/decisions/0068-runner-and-sandbox.md).
 */
function goOn(js: JsPsych, replay: readonly string[], send: Send): void {
  const dependencies = js.timelineDependencies;
  if (!dependencies) {
    send({ type: 'diverged' });
    return;
  }
  const waiting = replay.map((text) => JSON.parse(text) as Values);
  let replayed: Values | null = null;
  let elapsedBefore = 0;
  const instantiatePlugin = dependencies.instantiatePlugin.bind(dependencies);
  const getSimulationMode = dependencies.getSimulationMode.bind(dependencies);
  const onTrialResultAvailable = dependencies.onTrialResultAvailable.bind(dependencies);
  const isReplaying = () => replayed !== null || waiting.length > 0;

  dependencies.instantiatePlugin = (plugin) => {
    replayed = null;
    // It leaves no data, so it is not among the stored ones; it was done before the next of these.
    const isSilent = js.getCurrentTrial?.()?.record_data === false;
    if (waiting.length === 0) return instantiatePlugin(plugin);
    if (isSilent) return { trial: () => Promise.resolve({}) };
    const stored = waiting.shift() ?? {};
    if (stored.trial_type !== plugin.info?.name) {
      send({ type: 'diverged' });
      return { trial: () => new Promise(() => undefined) };
    }
    replayed = stored;
    return { trial: () => Promise.resolve({ ...stored }) };
  };
  // Without the gaps between trials.
  dependencies.getSimulationMode = () => (isReplaying() ? 'data-only' : getSimulationMode());
  dependencies.onTrialResultAvailable = (trial) => {
    onTrialResultAvailable(trial);
    const result = trial.getResult();
    if (!result || typeof result.time_elapsed !== 'number') return;
    if (replayed && typeof replayed.time_elapsed === 'number') {
      elapsedBefore = replayed.time_elapsed - result.time_elapsed;
      result.time_elapsed = replayed.time_elapsed;
    } else result.time_elapsed += elapsedBefore;
  };
}

/** jsPsych 6: one object for the page, which `init` begins. */
interface JsPsych6 extends JsPsych {
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
    const begin: Init = (given = {}) => recorded(real as Init, given, send, setup);
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
      const begin: Init = (options) => {
        init(options);
        return value;
      };
      value.init = (options = {}) => {
        // jsPsych 5 has no collection of trials to read.
        const { data } = value as Partial<JsPsych6>;
        if (typeof data?.get === 'function') recorded(begin, options, send, setup);
        else init(options);
      };
    },
  });
}
