import { mayOnStudy, mayOnStudySql, ownedBySql, roleIn, type StudyPeople } from '../study.policy';

/*
 * Defines who learns names in a session, within its privacy level: the study's owner, and the collaborators
 * to whom its roster is open (docs/decisions/collaborators.md). Written once for SQL and once for values.
 */

/** The people of a study, and the collaborators with roster access to one of its sessions. */
export interface SessionPeople extends StudyPeople {
  /** The accounts of collaborators with roster access (`rosterReadersSql`). */
  roster_readers: readonly string[];
}

/** Whether an account learns names in the session, within its privacy level. */
export const seesNames = (session: SessionPeople, accountId: string): boolean =>
  mayOnStudy('see_names', session, accountId) ||
  (roleIn(session, accountId) !== null && session.roster_readers.includes(accountId));

/**
 * SQL: the rows of collaborators with roster access to a session. The launch froze the ids of the accesses that
 * existed, and each participant read these names before enrolling; an access that was ended, given again since, or
 * given by a former owner does not count (docs/decisions/collaborators.md). A session without names freezes none.
 * @param study an alias for a row with `id` and `owner_id`
 * @param session an alias for a row with `study_id` and `snapshot`
 */
const readersSql = (study: string, session: string): string =>
  `FROM identity.study_collaborator reader
    WHERE reader.study_id = ${study}.id AND ${session}.study_id = ${study}.id AND ${ownedBySql(study, 'reader.sees_roster_by')}
      AND jsonb_exists(${session}.snapshot -> 'roster_openings', reader.roster_opening::text)`;

/**
 * SQL condition: an account sees names in the session, within its privacy level: the owner, and collaborators with
 * roster access, whatever their role.
 * @param study
 * @param session as of `readersSql`
 * @param account an SQL expression
 */
export const seesNamesSql = (study: string, session: string, account: string): string =>
  `(${ownedBySql(study, account)}
    OR EXISTS (SELECT ${readersSql(study, session)} AND reader.account_id = ${account}))`;

/** The condition that an account reads the session's roster: by tag, or with names. */
export const readsRosterSql = (study: string, session: string, account: string): string =>
  `(${mayOnStudySql('run', study, account)} OR ${seesNamesSql(study, session, account)})`;

/** The accounts of `SessionPeople.roster_readers`, as a column. */
export const rosterReadersSql = (study: string, session: string): string =>
  `(SELECT coalesce(jsonb_agg(reader.account_id), '[]') ${readersSql(study, session)})`;

/** The accounts that would have roster access to the next launch, as a column. */
export const nextReadersSql = (study: string): string =>
  `(SELECT coalesce(jsonb_agg(next.account_id), '[]') FROM identity.study_collaborator next
    WHERE next.study_id = ${study}.id AND ${ownedBySql(study, 'next.sees_roster_by')})`;
