import type { EntityManager } from 'typeorm';
import type { Person } from '../../access/person';
import { rosterLines, type RosterLine } from '../../enrolment/rosters/roster-lines';
import { showsName } from '../../enrolment/rosters/roster.rule';
import type { PrivacyLevel } from '../../../contracts/studies';
import { DomainError } from '../../platform/http/errors';
import type { Secrets } from '../../platform/security/secrets';
import { seesNamesSql } from '../../studies/people/roster.policy';
import { mayOnStudySql } from '../../studies/study.policy';

/** What of a session's runs a caller may see at this moment. */
export interface Sight {
  readonly session_id: string;
  /** As rosters read to them: `anonymous` for a researcher who may not learn names. */
  readonly level: PrivacyLevel;
}

/** @throws DomainError not_found for a session that the caller does not run */
export async function sightOf(
  manager: EntityManager,
  session_id: string,
  { account_id, researcher_privilege }: Person,
): Promise<Sight> {
  const [row]: { privacy_level: PrivacyLevel; sees_names: boolean }[] = await manager.query(
    `SELECT r.privacy_level, ${seesNamesSql('st', 'r', '$2')} AS sees_names
     FROM research.recruitment r JOIN research.study_profile st ON st.id = r.study_id
     WHERE r.id = $1 AND ${mayOnStudySql('run', 'st', '$2')}`,
    [session_id, account_id],
  );
  if (!row) throw new DomainError('not_found');
  return { session_id, level: levelFor(row, researcher_privilege === true) };
}

/** As rosters read to a researcher: without names for one who may not learn them. */
export const levelFor = (
  session: { privacy_level: PrivacyLevel; sees_names: boolean },
  approved: boolean,
): PrivacyLevel => (approved && session.sees_names ? session.privacy_level : 'anonymous');

interface Seen {
  participation_id: string;
  state: 'open' | 'finished' | 'ended';
  last_day: string;
}

/**
 * The runs that this caller may see now, with their lines of the roster: those of participants whose
 * name the roster shows, and the others once they are over, and their last day is. What a record
 * arrives at tells who it is from to an observer at the door (docs/domain.md, 4); so would a line that
 * changes at the moment in which a participant comes back to it.
 */
export async function visible<R extends Seen>(
  manager: EntityManager,
  secrets: Secrets,
  { session_id, level }: Sight,
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
