import { hashOf } from '../storage/seeded-random';

/*
 * Whether a trial that is told again has the parameters that it had (docs/decisions/0068-runner-and-sandbox.md).
 * Compared are the values that the study gave; what its functions return is not, since they may ask the
 * clock, and neither is what looks like a time.
 */

type Values = Readonly<Record<string, unknown>>;
interface Info {
  readonly parameters?: object;
}

const mostChars = 2_000;
const mostAll = 50_000;

/** Values that JSON has, and none that a class of its own made, such as a `Date` or an element. */
function plain(this: Values, key: string, told: unknown): unknown {
  const value = this[key];
  if (typeof value === 'string') return value.slice(0, mostChars);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const made = Object.getPrototypeOf(value) as unknown;
  return made === Object.prototype || made === null ? told : undefined;
}

/** Days, times of day, moments in milliseconds, and numbers as exact as only a clock makes them. */
const times =
  /\d{4}-\d\d-\d\d|\d\d?:\d\d(:\d\d)?|\d\d?([./])\d\d?\2\d{2,4}|\d{10,}(\.\d+)?|\d+\.\d{4,}/g;
const numbers = /-?\d+(\.\d+)?/g;

const digits = (text: string): string => hashOf(text, 0x811c9dc5).toString(36);

/**
 * Hashes of the parameters: without their numbers, which a study may take from the size of its window;
 * with them; and of that size.
 * @returns undefined where they are no JSON
 */
export function markOf(info: Info | undefined, given: Values): string | undefined {
  try {
    const named = Object.keys(info?.parameters ?? {}).map((name) => [name, given[name]]);
    const all = JSON.stringify(named, plain).slice(0, mostAll).replace(times, '');
    const view = [innerWidth, innerHeight, devicePixelRatio].join();
    return [all.replace(numbers, ''), all, view].map(digits).join('.');
  } catch {
    return undefined;
  }
}

/** Numbers count where the window has the size that it had. */
export function isAnother(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [words, all, view] = one.split('.');
  const [otherWords, otherAll, otherView] = other.split('.');
  return words !== otherWords || (view === otherView && all !== otherAll);
}

/** What trials had, by their place in the run, as it was told with what was measured of them. */
export function marksIn(timings: readonly string[]): ReadonlyMap<unknown, string> {
  const marks = new Map<unknown, string>();
  for (const text of timings) {
    const { trials } = JSON.parse(text) as { trials?: unknown };
    for (const told of Array.isArray(trials) ? (trials as unknown[]) : []) {
      const [place, mark] = Array.isArray(told) ? [told[0] as unknown, told[5] as unknown] : [];
      if (typeof mark === 'string' && !marks.has(place)) marks.set(place, mark);
    }
  }
  return marks;
}

/** A trial of jsPsych 8, or the timeline around it (jspsych 8.3, src/timeline). */
interface Node8 {
  readonly description: Values;
  readonly parent?: Node8;
}
interface Trial8 extends Node8 {
  readonly trialObject?: Values;
  readonly pluginClass: { readonly info?: Info };
}
interface Trial7 extends Values {
  readonly type?: { readonly info?: Info };
}
export interface Marked {
  timelineDependencies?: { onTrialStart(trial: Trial8): void };
  evaluateTimelineVariables?(trial: Trial7): void;
}

/** By the nearest one: a trial takes from the timelines around it what it does not have itself. */
function isFunction(node: Node8 | undefined, name: string): boolean {
  for (let at = node; at; at = at.parent)
    if (name in at.description) return typeof at.description[name] === 'function';
  return false;
}

/** Says before each trial of jsPsych 7 or 8, and before its own `on_start`, what parameters it has. */
export function markTrials(js: Marked, say: (mark: string | undefined) => void): void {
  const dependencies = js.timelineDependencies;
  if (dependencies) {
    const start = dependencies.onTrialStart.bind(dependencies);
    dependencies.onTrialStart = (trial) => {
      const given = Object.entries(trial.trialObject ?? {});
      const values = given.filter(([name]) => !isFunction(trial, name));
      say(markOf(trial.pluginClass.info, Object.fromEntries(values)));
      start(trial);
    };
  } else if (js.evaluateTimelineVariables) {
    const evaluate = js.evaluateTimelineVariables.bind(js);
    let depth = 0;
    js.evaluateTimelineVariables = (trial) => {
      depth += 1;
      try {
        evaluate(trial);
      } finally {
        depth -= 1;
      }
      // Functions are not called yet, and JSON has none.
      if (depth === 0) say(markOf(trial.type?.info, trial));
    };
  }
}
