import { hash32OfText } from '../storage/seeded-random';
import { shortTextOf } from './beginning-of';

/*
 * Compares the parameters of a replayed trial with those of the stored trial
 * (docs/decisions/study-sandbox.md). It compares only values that the study wrote. Two kinds of
 * values are ignored: results of the study's functions, because these may read the clock, and
 * values that look like a time.
 */

type Values = Readonly<Record<string, unknown>>;
interface Info {
  readonly parameters?: object;
}

const hashFor = (seed: string) => (text: string) =>
  // The seed stands before and after the text, so that the hash of one text cannot be computed from
  // that of another.
  hash32OfText(`${seed} ${text} ${seed}`, 0x811c9dc5).toString(36);

/**
 * Dates, times of day, milliseconds since 1970, and numbers so exact that only a clock produces
 * them.
 */
const times =
  /\d{4}-\d\d-\d\d|\d\d?:\d\d(:\d\d)?|\d\d?([./])\d\d?\2\d{2,4}|\d{10,}(\.\d+)?|\d+\.\d{4,}/g;
const numbers = /-?\d+(\.\d+)?/g;

/**
 * The version of these hashes. Hashes of older versions were computed differently and are not
 * compared.
 */
const form = '2';

/**
 * Computes three hashes for a trial: of its parameters without numbers, of its parameters with
 * numbers, and of the window's size, on which numbers may depend. The hashes depend on the seed of
 * the run. Without the seed, equal hashes in two runs would reveal that both participants have the
 * same condition, even in a blinded session.
 * @param seed the seed of the run
 * @returns undefined if the parameters are not JSON
 */
export function parameterHashesOf(
  seed: string,
  info: Info | undefined,
  given: Values,
): string | undefined {
  try {
    const named = Object.keys(info?.parameters ?? {}).map((name) => [name, given[name]]);
    const all = shortTextOf(named).replace(times, '');
    const view = [innerWidth, innerHeight, devicePixelRatio].join();
    return [form, ...[all.replace(numbers, ''), all, view].map(hashFor(seed))].join('.');
  } catch {
    return undefined;
  }
}

/**
 * Compares two trials by their hashes. The numbers in their parameters count only if the window had
 * the same size.
 */
export function isDifferentTrial(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [madeAs, words, all, view] = one.split('.');
  const [otherMadeAs, otherWords, otherAll, otherView] = other.split('.');
  if (madeAs !== form || otherMadeAs !== form) return false;
  return words !== otherWords || (view === otherView && all !== otherAll);
}

/**
 * Returns the parameter hashes of the stored trials, by the position of the trial in the run. They
 * are read from the events that also contain the trials' timings.
 */
export function parameterHashesIn(timings: readonly string[]): ReadonlyMap<unknown, string> {
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
 * Whether a parameter is a function. A trial inherits what it does not set, so the timelines around
 * it are searched, the nearest one first.
 */
function isFunction(node: Node8 | undefined, name: string): boolean {
  for (let at = node; at; at = at.parent)
    if (name in at.description) return typeof at.description[name] === 'function';
  return false;
}

/**
 * Reports the parameter hashes of each trial of jsPsych 7 or 8, before the trial's own `on_start`.
 */
export function reportParameterHashes(
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
      say(parameterHashesOf(seed, trial.pluginClass.info, Object.fromEntries(values)));
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
      // The functions among the parameters are not called yet. JSON omits them, so no hash has them.
      if (depth === 0) say(parameterHashesOf(seed, trial.type?.info, trial));
    };
  }
}
