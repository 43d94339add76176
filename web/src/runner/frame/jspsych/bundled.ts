import { assignProperty, onPropertyAssigned } from '../page-hooks/on-assigned';

/*
 * Finds jsPsych 7 and 8 in a bundle or an ES module, where no property of `window` leads to them.
 * When a page creates a jsPsych, its constructor assigns certain properties; an accessor notices
 * this before the study can call `run`.
 */

/**
 * The properties by which jsPsychs are found: the first is assigned by the constructor of jsPsych 8
 * (since 8.0), the second by that of jsPsych 7 (since 7.0). No property is assigned by both
 * constructors.
 */
export const jsPsychConstructorFields = ['timelineDependencies', 'current_trial_finished'] as const;

type Run = (timeline: unknown) => unknown;
/** The parts that a new object of jsPsych 7 or 8 has when its constructor begins. */
interface Unfinished {
  run: Run;
  getInitSettings(): object;
}
const isJsPsych = (on: object): on is Unfinished => {
  const { run, getInitSettings, simulate } = on as Record<string, unknown>;
  return [run, getInitSettings, simulate].every((one) => typeof one === 'function');
};

/**
 * Watches for instances of jsPsych that are created after this call.
 * @param isKnown whether another watcher already handles the instance that is being created
 * @param heard called before the first `run` of an instance, which has its options and data by then
 * but has shown nothing yet
 */
export function watchBundledJsPsych(
  isKnown: () => boolean,
  heard: (js: object, options: object) => void,
): void {
  for (const name of jsPsychConstructorFields)
    onPropertyAssigned(name, (on, value) => {
      assignProperty(on, name, value);
      if (!isKnown() && isJsPsych(on) && !Object.hasOwn(on, 'run')) holdRun(on, heard);
    });
}

function holdRun(js: Unfinished, heard: (js: object, options: object) => void): void {
  const { run } = js;
  let isHeard = false;
  // jsPsych's constructor later binds the function that it finds in `run`, so it binds `begin`.
  const begin: Run = (timeline) => {
    if (isHeard) return run.call(js, timeline);
    isHeard = true;
    js.run = run.bind(js);
    heard(js, js.getInitSettings());
    return js.run(timeline);
  };
  Object.defineProperty(js, 'run', { configurable: true, writable: true, value: begin });
}
