import { goOn6, type StoredTrials } from './jspsych-replay';
import type { Values } from './page-of-jspsych';
import { recorded, sayCondition, type Around, type Options, type WithData } from './recorded';

/*
 * jsPsych 4 to 6: one object for the page, which `init` begins. Also in a bundle: their files assign it to the
 * window.
 */

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

/** What can be read of the trials that are there; of jsPsych 4 and 5, those that it has told. */
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
        // It may begin at once.
        if (stored) stored.begin();
        else if (page.areWaiting) stored = goOn6(value, page);
        page.begins(trials, options.display_element);
        let isFirst = true;
        const watched = recorded(options, () => trials, around);
        init({
          ...watched,
          on_trial_start(trial) {
            // What was set before it began is gone: it begins when the page has loaded.
            if (isFirst) sayCondition(trials, setup);
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
