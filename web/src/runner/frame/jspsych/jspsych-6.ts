import { goOn6, type StoredTrials } from './jspsych-replay';
import type { Values } from './page-of-jspsych';
import { recordTrials, addCondition, type Around, type Options, type WithData } from './recorded';

/* jsPsych 4 to 6: one object per page, which `init` starts. Bundles assign it to the window, too. */

type Replayed6 = Parameters<typeof goOn6>[0];
interface JsPsych6 extends WithData, Replayed6 {
  init(options?: Options): void;
}
/** Its file first assigns the object, then its parts, such as `data`, one after the other. */
function isJsPsych6(value: unknown): value is JsPsych6 {
  try {
    return typeof (value as Partial<JsPsych6>).init === 'function';
  } catch {
    // jsPsych 7 and 8 define an object of this name that throws at every access.
    return false;
  }
}

/** Reads the trials so far; for jsPsych 4 and 5, the ones that its callbacks reported. */
function trialsOf(js: JsPsych6, told: Values[]): WithData | undefined {
  const { data } = js as Partial<JsPsych6>;
  if (typeof data?.get === 'function') return js;
  if (typeof (data as { getData?: unknown } | undefined)?.getData !== 'function') return undefined;
  const addProperties = data?.addProperties?.bind(data);
  return { data: { get: () => ({ values: () => told }), ...(addProperties && { addProperties }) } };
}

export function watch6(around: Around): void {
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
        const told: Values[] = [];
        const trials = trialsOf(value, told);
        if (!trials) return init(options);
        // `init` may begin the first trial synchronously.
        if (stored) stored.begin();
        else if (page.areWaiting) stored = goOn6(value, page);
        page.begins(trials, options.display_element);
        let isFirst = true;
        const watched = recordTrials(options, () => trials, around);
        init({
          ...watched,
          on_trial_start(trial) {
            // A property set before `init` would be lost: jsPsych resets its data when it begins, after the
            // page has loaded.
            if (isFirst) addCondition(trials, setup);
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
