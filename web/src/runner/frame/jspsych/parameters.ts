import { hashOf } from '../storage/seeded-random';
import { beginningOf } from './beginning-of';

/*
 * Whether a trial that is replayed has the same parameters as the stored one
 * (docs/decisions/study-sandbox.md). It compares the values that the study wrote. It ignores what the
 * study's functions return, since they may read the clock, and every value that looks like a time.
 */

type Values = Readonly<Record<string, unknown>>;
interface Info {
  readonly parameters?: object;
}

const hashFor = (seed: string) => (text: string) =>
  // The seed is on both sides, so that the hash of another text cannot be computed from that of a known
  // one.
  hashOf(`${seed} ${text} ${seed}`, 0x811c9dc5).toString(36);

/** Dates, times of day, milliseconds since 1970, and numbers so exact that only a clock makes them. */
const times =
  /\d{4}-\d\d-\d\d|\d\d?:\d\d(:\d\d)?|\d\d?([./])\d\d?\2\d{2,4}|\d{10,}(\.\d+)?|\d+\.\d{4,}/g;
const numbers = /-?\d+(\.\d+)?/g;

/** The version of the hashes; older ones were made in another way and are not compared. */
const form = '2';

/**
 * Hashes of a trial's parameters: without their numbers, which may depend on the size of the window; with
 * them; and a hash of that size. They differ between runs: equal hashes would reveal, also in a blinded
 * session, which participants have the same condition.
 * @param seed of the run
 * @returns undefined if the parameters are not JSON
 */
export function markOf(seed: string, info: Info | undefined, given: Values): string | undefined {
  try {
    const named = Object.keys(info?.parameters ?? {}).map((name) => [name, given[name]]);
    const all = beginningOf(named).replace(times, '');
    const view = [innerWidth, innerHeight, devicePixelRatio].join();
    return [form, ...[all.replace(numbers, ''), all, view].map(hashFor(seed))].join('.');
  } catch {
    return undefined;
  }
}

/** Numbers are compared only if the window has the same size as before. */
export function isAnother(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [madeAs, words, all, view] = one.split('.');
  const [otherMadeAs, otherWords, otherAll, otherView] = other.split('.');
  if (madeAs !== form || otherMadeAs !== form) return false;
  return words !== otherWords || (view === otherView && all !== otherAll);
}

/**
 * The parameter hashes of trials, by their place in the run, from the events that also hold the trials'
 * timings.
 */
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
export interface JsPsychHooks {
  timelineDependencies?: { onTrialStart(trial: Trial8): void };
  evaluateTimelineVariables?(trial: Trial7): void;
}

/**
 * Whether a parameter is a function, in the trial itself or in the nearest timeline around it: a trial
 * inherits what it does not set.
 */
function isFunction(node: Node8 | undefined, name: string): boolean {
  for (let at = node; at; at = at.parent)
    if (name in at.description) return typeof at.description[name] === 'function';
  return false;
}

/** Reports the parameters of each trial of jsPsych 7 or 8, before the trial's own `on_start`. */
export function markTrials(
  js: JsPsychHooks,
  seed: string,
  say: (mark: string | undefined) => void,
): void {
  const dependencies = js.timelineDependencies;
  if (dependencies) {
    const start = dependencies.onTrialStart.bind(dependencies);
    dependencies.onTrialStart = (trial) => {
      const given = Object.entries(trial.trialObject ?? {});
      const values = given.filter(([name]) => !isFunction(trial, name));
      say(markOf(seed, trial.pluginClass.info, Object.fromEntries(values)));
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
      // Functions are not called yet, and JSON contains none.
      if (depth === 0) say(markOf(seed, trial.type?.info, trial));
    };
  }
}
