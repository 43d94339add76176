import type { EntityManager } from 'typeorm';
import type { Person } from '../../access/person';
import { rosterLines, type RosterLine } from '../../enrolment/rosters/roster-lines';
import { showsName } from '../../enrolment/rosters/roster.rule';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Secrets } from '../../platform/security/secrets';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';

/** A session, and the privacy level that decides which of its runs a caller may see now. */
export interface RunVisibility {
  readonly session_id: string;
  /** The privacy level that applies to the caller: `anonymous` for a researcher who may not learn names. */
  readonly level: PrivacyLevel;
}

interface Row {
  privacy_level: PrivacyLevel;
  sees_names: boolean;
  may: boolean;
}

/** Finds a session of which the caller may read the data or the page. */
async function found(
  manager: EntityManager,
  sessionId: string,
  accountId: string,
): Promise<Row | undefined> {
  const [row]: Row[] = await manager.query(
    `SELECT r.privacy_level, ${seesEventsAtOnceSql('st', 'r', '$2')} AS sees_names,
       ${mayOnStudySql('read_data', 'st', '$2')} AS may
     FROM research.recruitment r JOIN research.study_profile st ON st.id = r.study_id
     WHERE r.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
    [sessionId, accountId],
  );
  return row;
}

const visibilityIn = (
  session_id: string,
  row: Row,
  { researcher_privilege }: Person,
): RunVisibility => ({
  session_id,
  level: privacyLevelForResearcher(row, researcher_privilege === true),
});

/**
 * Determines which runs of the session the person may see.
 * @throws DomainError forbidden for people who may read the session but not its runs, not_found for
 *   all others
 */
export async function visibilityOf(
  manager: EntityManager,
  sessionId: string,
  person: Person,
): Promise<RunVisibility> {
  const row = requirePermission(await found(manager, sessionId, person.account_id));
  return visibilityIn(sessionId, row, person);
}

/**
 * Determines what a caller may see of the session of a run. Returns undefined to a person who may
 * read the session but not its runs, so that they cannot find out which runs exist.
 */
export async function visibilityOfRun(
  manager: EntityManager,
  sessionId: string,
  person: Person,
): Promise<RunVisibility | undefined> {
  const row = await found(manager, sessionId, person.account_id);
  return row?.may ? visibilityIn(sessionId, row, person) : undefined;
}

/** Returns the privacy level for a researcher: `anonymous` if they may not learn names. */
export const privacyLevelForResearcher = (
  session: { privacy_level: PrivacyLevel; sees_names: boolean },
  approved: boolean,
): PrivacyLevel => (approved && session.sees_names ? session.privacy_level : 'anonymous');

interface Seen {
  participation_id: string;
  state: 'open' | 'finished' | 'ended';
  last_day: string;
}

/**
 * Selects the runs that this caller may see now, each with its line of the roster. These are the
 * runs of participants whose name the roster shows. Any other run is selected only once it has
 * ended and its last day is over. Otherwise, an observer on site could identify a participant by
 * the time at which a record arrives (docs/domain.md, 4), or by a line that changes when the
 * participant returns.
 */
export async function visibleRuns<R extends Seen>(
  manager: EntityManager,
  secrets: Secrets,
  { session_id, level }: RunVisibility,
  rows: readonly R[],
  today: string,
): Promise<{ run: R; line: RosterLine }[]> {
  const ids = rows.map(({ participation_id }) => participation_id);
  const lines = await rosterLines(manager, secrets, session_id, ids);
  return rows.flatMap((run) => {
    const line = lines.get(run.participation_id);
    const isOver = run.state !== 'open' && run.last_day < today;
    const isSeen = line && (isOver || showsName(level, line.state, true));
    return isSeen ? [{ run, line }] : [];
  });
}
