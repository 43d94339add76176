import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import type { RosterEntry } from '../../../../../contracts/enrolment/rosters';
import { participantFlagsOf, type ParticipantFlag, type FlagContext } from './flags.rule';
import { possibleDecisions } from './possible-decisions.rule';

export type PeopleEntry = RosterEntry;

/** A participant of the session, with their last run. */
export interface ParticipantRow {
  /** The participant's tag, which identifies the row. */
  _id: string;
  entry: PeopleEntry;
  /** The participant's last run; undefined if no run of this participant is listed. */
  run: RunListEntry | undefined;
  flags: readonly ParticipantFlag[];
}

export const peopleFilters = ['all', 'decide', 'look', 'clean'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** Joins each participant with their last run and their flags, by tag. */
export function participantRowsOf(
  entries: readonly PeopleEntry[],
  runs: readonly RunListEntry[],
  session: FlagContext,
): ParticipantRow[] {
  const last = lastRuns(runs);
  return entries.map((entry) => {
    const run = last.get(entry.tag);
    return { _id: entry.tag, entry, run, flags: participantFlagsOf(entry, run, session) };
  });
}

function lastRuns(runs: readonly RunListEntry[]): Map<string, RunListEntry> {
  const last = new Map<string, RunListEntry>();
  for (const run of runs) {
    const other = last.get(run.tag);
    if (!other || other.attempt < run.attempt) last.set(run.tag, run);
  }
  return last;
}

/**
 * Returns the runs that no row of the list shows: the attempts before the last one, and the runs of
 * participants who are not listed.
 */
export function unlistedRuns(
  people: readonly ParticipantRow[],
  runs: readonly RunListEntry[],
): RunListEntry[] {
  const shown = new Set(people.map(({ run }) => run?._id));
  return runs.filter(({ _id }) => !shown.has(_id));
}

const isDue = ({ entry }: ParticipantRow) => possibleDecisions(entry.state).includes('approve');

/**
 * Whether a row matches a filter. `clean`: the participant awaits a decision, has data and has no
 * flag.
 */
export const matchesPeopleFilter = (
  person: ParticipantRow,
  filter: PeopleFilter,
  runsHere: boolean,
): boolean => {
  const { flags, run } = person;
  if (filter === 'decide') return isDue(person);
  if (filter === 'look') return flags.length > 0;
  if (filter === 'clean') return isDue(person) && flags.length === 0 && (!runsHere || !!run);
  return true;
};

/** Adds a tag to the selected tags, or removes the tag if it was selected. */
export function toggleSelection(chosen: ReadonlySet<string>, tag: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(tag)) next.add(tag);
  return next;
}
