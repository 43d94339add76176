import {
  mayOnStudy,
  mayOnStudySql,
  isOwnedBySql,
  studyRoleOf,
  type StudyPeople,
} from '../study.policy';

/*
 * The rules on who sees participants' names in a session, as far as its privacy level allows: the
 * study's owner, and the collaborators with roster access (docs/decisions/collaborators.md). Each
 * rule exists as an SQL condition and as a function.
 */

export interface SessionPeople extends StudyPeople {
  /** The accounts of collaborators with roster access (`rosterReadersSql`). */
  roster_readers: readonly string[];
}

/** Whether an account sees names in the session, within its privacy level. */
export const seesParticipantNames = (session: SessionPeople, accountId: string): boolean =>
  mayOnStudy('see_names', session, accountId) ||
  (studyRoleOf(session, accountId) !== null && session.roster_readers.includes(accountId));

/**
 * SQL for the collaborators with roster access to a session (docs/decisions/collaborators.md). A
 * launch stores the ids of the roster accesses that exist at that time, since participants read the
 * names of these researchers before they enrol. A session without names stores no ids. A stored
 * access no longer counts if:
 * - the access has ended, even if the owner has given the collaborator a new one since
 * - a former owner of the study gave the access
 * @param study an alias for a row with `id` and `owner_id`
 * @param session an alias for a row with `study_id` and `snapshot`
 */
const readersSql = (study: string, session: string): string =>
  `FROM identity.study_collaborator reader
    WHERE reader.study_id = ${study}.id AND ${session}.study_id = ${study}.id AND ${isOwnedBySql(study, 'reader.sees_roster_by')}
      AND jsonb_exists(${session}.snapshot -> 'roster_openings', reader.roster_opening::text)`;

/**
 * SQL condition: an account sees names in the session, as far as the privacy level allows. It must
 * be the owner, or a collaborator of any role with roster access.
 * @param study an alias as in `readersSql`
 * @param session an alias as in `readersSql`
 * @param account an SQL expression
 */
export const seesParticipantNamesSql = (study: string, session: string, account: string): string =>
  `(${isOwnedBySql(study, account)}
    OR EXISTS (SELECT ${readersSql(study, session)} AND reader.account_id = ${account}))`;

/**
 * SQL condition: an account may read the session's roster. The account may see the participants'
 * names there, or only their pseudonyms.
 */
export const readsRosterSql = (study: string, session: string, account: string): string =>
  `(${mayOnStudySql('run', study, account)} OR ${seesParticipantNamesSql(study, session, account)})`;

/**
 * SQL column: the accounts of collaborators with roster access to the session, as
 * `SessionPeople.roster_readers`.
 */
export const rosterReadersSql = (study: string, session: string): string =>
  `(SELECT coalesce(jsonb_agg(reader.account_id), '[]') ${readersSql(study, session)})`;

/**
 * SQL column: the accounts of collaborators who will have roster access to a session that is
 * launched now.
 */
export const nextSessionRosterReadersSql = (study: string): string =>
  `(SELECT coalesce(jsonb_agg(next.account_id), '[]') FROM identity.study_collaborator next
    WHERE next.study_id = ${study}.id AND ${isOwnedBySql(study, 'next.sees_roster_by')})`;
