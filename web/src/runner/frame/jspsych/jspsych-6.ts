import { resumeJsPsych6, type StoredTrials } from './jspsych-replay';
import type { TrialValues } from './page-of-jspsych';
import {
  recordTrials,
  addConditionToTrials,
  type RecorderContext,
  type JsPsychOptions,
  type JsPsychWithData,
} from './record-trials';

/*
 * Finds jsPsych 4 to 6: there is one object per page, and `init` starts it. Bundles also assign
 * that object to the window.
 */

type Replayed6 = Parameters<typeof resumeJsPsych6>[0];
interface JsPsych6 extends JsPsychWithData, Replayed6 {
  init(options?: JsPsychOptions): void;
}
/**
 * The library's file first assigns the object and then its parts, such as `data`, one after the
 * other.
 */
function isJsPsych6(value: unknown): value is JsPsych6 {
  try {
    return typeof (value as Partial<JsPsych6>).init === 'function';
  } catch {
    // jsPsych 7 and 8 also define an object of this name, which throws at every access.
    return false;
  }
}

/**
 * Gives access to the trials that have ended. jsPsych 4 and 5 cannot list them. For these versions,
 * the list `told` contains the trials that callbacks have reported.
 */
function trialsOf(js: JsPsych6, told: TrialValues[]): JsPsychWithData | undefined {
  const { data } = js as Partial<JsPsych6>;
  if (typeof data?.get === 'function') return js;
  if (typeof (data as { getData?: unknown } | undefined)?.getData !== 'function') return undefined;
  const addProperties = data?.addProperties?.bind(data);
  return { data: { get: () => ({ values: () => told }), ...(addProperties && { addProperties }) } };
}

export function watchJsPsych6(around: RecorderContext): void {
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
        const told: TrialValues[] = [];
        const trials = trialsOf(value, told);
        if (!trials) return init(options);
        // The replay is prepared before `init` is called, since `init` may begin the first trial
        // synchronously.
        if (stored) stored.begin();
        else if (page.areWaiting) stored = resumeJsPsych6(value, page);
        page.begins(trials, options.display_element);
        let isFirst = true;
        const watched = recordTrials(options, () => trials, around);
        init({
          ...watched,
          on_trial_start(trial) {
            // A property that is set before `init` would be lost: jsPsych resets its data when it
            // begins, after the page has loaded.
            if (isFirst) addConditionToTrials(trials, setup);
            isFirst = false;
            watched.on_trial_start?.(trial);
          },
          on_data_update(data) {
            told.push(data);
            watched.on_data_update?.(data);
          },
        });
      };
    },
  });
}
