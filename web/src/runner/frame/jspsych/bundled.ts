import { assign, onAssigned } from '../page-hooks/on-assigned';

/*
 * Finds jsPsych 7 and 8 in a bundle or an ES module, where `window` has no name for them. Their
 * constructors assign these properties; by that each jsPsych is found before the study can call its `run`.
 */

/**
 * A property that jsPsych 8 (since 8.0) assigns, and one of 7 (since 7.0), whose constructor assigns none
 * that 8 assigns, too.
 */
export const assignedBy = ['timelineDependencies', 'current_trial_finished'] as const;

type Run = (timeline: unknown) => unknown;
/** The properties that both versions have when their constructor begins. */
interface Unfinished {
  run: Run;
  getInitSettings(): object;
}
const isJsPsych = (on: object): on is Unfinished => {
  const { run, getInitSettings, simulate } = on as Record<string, unknown>;
  return [run, getInitSettings, simulate].every((one) => typeof one === 'function');
};

/**
 * Watches for jsPsychs that are made after this call.
 * @param isKnown whether another watcher finds the jsPsych that is being made
 * @param heard called before its first `run`: it has its options and data by then, and has shown nothing
 */
export function watchBundled(
  isKnown: () => boolean,
  heard: (js: object, options: object) => void,
): void {
  for (const name of assignedBy)
    onAssigned(name, (on, value) => {
      assign(on, name, value);
      if (!isKnown() && isJsPsych(on) && !Object.hasOwn(on, 'run')) holdRun(on, heard);
    });
}

function holdRun(js: Unfinished, heard: (js: object, options: object) => void): void {
  const { run } = js;
  let isHeard = false;
  // The constructor binds the function that it finds under this name.
  const begin: Run = (timeline) => {
    if (isHeard) return run.call(js, timeline);
    isHeard = true;
    js.run = run.bind(js);
    heard(js, js.getInitSettings());
    return js.run(timeline);
  };
  Object.defineProperty(js, 'run', { configurable: true, writable: true, value: begin });
}
