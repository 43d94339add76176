import type { z } from 'zod';
import { fastBelow, fewestCompared, type RunLine } from '../../../../../contracts/runtime/runs';
import type { RosterEntry } from '../../../../../contracts/enrolment/sessions';
import { possible } from './possible-decisions.rule';

export type Entry = z.output<typeof RosterEntry>;

/** A reason to read a participant's data before deciding; it decides nothing itself. */
export type Flag =
  | { kind: 'errors' | 'missing_files' | 'lost' | 'focus_lost'; count: number }
  | { kind: 'none' | 'few' | 'fast' | 'stalled' | 'no_data' };

/** A participant of the session, with their last run. */
export interface Person {
  /** The participant's tag, which identifies the row. */
  _id: string;
  entry: Entry;
  /** Undefined if no run of this participant is listed. */
  run: RunLine | undefined;
  flags: readonly Flag[];
}

export const peopleFilters = ['all', 'decide', 'look', 'clean'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

interface Seen {
  /** Whether the study runs here, so that each person who completed it has a run. */
  runsHere: boolean;
  /** Whether all pages of runs are loaded, so that a participant without a listed run really has none. */
  isWhole: boolean;
  /** The session's median minutes, and the number of people behind it. */
  minutes: { median: number; people: number } | null;
}

const hasCompleted = ({ state }: Entry) => state === 'completed' || state === 'approved';

function flagsOf(entry: Entry, run: RunLine | undefined, seen: Seen): Flag[] {
  const { minutes } = entry;
  const compared = (seen.minutes?.people ?? 0) >= fewestCompared ? seen.minutes : null;
  // For a study at another website, pace can only be judged by the minutes.
  const isFast = run
    ? run.fast === true
    : compared !== null && minutes !== null && minutes < compared.median * fastBelow;
  const counted = (kind: (Flag & { count: number })['kind'], count: number): Flag[] =>
    count > 0 ? [{ kind, count }] : [];
  const met = (kind: Exclude<Flag, { count: number }>['kind'], isMet: boolean): Flag[] =>
    isMet ? [{ kind }] : [];
  return [
    ...counted('errors', run?.errors ?? 0),
    ...counted('missing_files', run?.missing_files ?? 0),
    ...counted('lost', run?.lost ?? 0),
    // The entry has minutes only where the roster may show names; elsewhere today's run is not listed yet,
    // though it may exist.
    ...met(
      'no_data',
      seen.runsHere && seen.isWhole && !run && hasCompleted(entry) && minutes !== null,
    ),
    ...met('none', run?.no_records === true),
    ...met('few', run?.few_records === true && !run.no_records),
    ...met('fast', isFast),
    ...met('stalled', run?.stalled === true),
    ...counted('focus_lost', run?.focus_lost ?? 0),
  ];
}

/** Each participant with their last run, by tag. */
export function peopleOf(
  entries: readonly Entry[],
  runs: readonly RunLine[],
  seen: Seen,
): Person[] {
  const last = lastRuns(runs);
  return entries.map((entry) => {
    const run = last.get(entry.tag);
    return { _id: entry.tag, entry, run, flags: flagsOf(entry, run, seen) };
  });
}

function lastRuns(runs: readonly RunLine[]): Map<string, RunLine> {
  const last = new Map<string, RunLine>();
  for (const run of runs) {
    const other = last.get(run.tag);
    if (!other || other.attempt < run.attempt) last.set(run.tag, run);
  }
  return last;
}

/** Runs that no row shows: earlier attempts, and runs of participants who are not listed. */
export function otherRuns(people: readonly Person[], runs: readonly RunLine[]): RunLine[] {
  const shown = new Set(people.map(({ run }) => run?._id));
  return runs.filter(({ _id }) => !shown.has(_id));
}

const isDue = ({ entry }: Person) => possible(entry.state).includes('approve');

/** Whether a row matches a filter. `clean`: due for a decision, with data and without a flag. */
export const belongs = (person: Person, filter: PeopleFilter, runsHere: boolean): boolean => {
  const { flags, run } = person;
  if (filter === 'decide') return isDue(person);
  if (filter === 'look') return flags.length > 0;
  if (filter === 'clean') return isDue(person) && flags.length === 0 && (!runsHere || !!run);
  return true;
};

/** The selected tags with this one added, or removed if it was among them. */
export function toggleSelection(chosen: ReadonlySet<string>, tag: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(tag)) next.add(tag);
  return next;
}
