import { isOwnedBySql } from '../../studies/study.policy';

/*
 * SQL conditions that several statements apply to rows of the view `research.recruitment`. The view
 * counts the seats of a session: `seats_free` is the number of free ones; `admits` is true if a
 * seat is free and the waitlist is empty.
 */

/**
 * SQL condition: a launched session is due to open. Its opening date has come, and the account of
 * its owner is in use: the sessions of an account that is disabled or about to be erased must not
 * recruit. A session that is due counts as open, although the periodic job has not opened it yet.
 * OFFSET 0 makes PostgreSQL look up only the accounts of the few sessions that are due, instead of
 * reading all accounts.
 * @param s an alias for a row of `research.session` or `research.recruitment`
 * @param now an operand of type timestamptz
 */
export const isDueToOpenSql = (s: string, now: string): string =>
  `(${s}.state = 'scheduled' AND ${s}.launched_at IS NOT NULL
   AND (${s}.opens_at IS NULL OR ${s}.opens_at <= ${now})
   AND (${s}.closes_at IS NULL OR ${s}.closes_at > ${now})
   AND EXISTS (SELECT FROM research.study_profile t
     JOIN identity.responsible_account a ON ${isOwnedBySql('t', 'a.id')}
     WHERE t.id = ${s}.study_id OFFSET 0))`;

/**
 * SQL condition: the session is open now, whether or not the periodic job has already stored this.
 * @param s as in `isDueToOpenSql` @param now as in `isDueToOpenSql`
 */
export const isOpenSql = (s: string, now: string): string =>
  `(${s}.state = 'active' AND (${s}.closes_at IS NULL OR ${s}.closes_at > ${now})
   OR ${isDueToOpenSql(s, now)})`;

/**
 * SQL: the current state of a session. A session opens and closes exactly at its dates; the
 * periodic job stores this only later (deadlines/deadlines.ts).
 * @param s as in `isDueToOpenSql`
 * @param now as in `isDueToOpenSql`
 */
export const sessionStateAtSql = (s: string, now: string): string =>
  `(CASE WHEN ${s}.closes_at <= ${now} THEN 'closed' WHEN ${isDueToOpenSql(s, now)} THEN 'active'
   ELSE ${s}.state END)`;

/**
 * SQL: the key by which the active sessions of a study are sorted. The session with the greatest
 * key represents the study: first a public session, then one that admits participants, then the
 * newest.
 */
export const sessionRankSql = (s: string): string =>
  `(${s}.audience = 'catalogue', ${s}.admits, ${s}.launched_at, ${s}.id)`;

/** SQL operands that describe the caller; `mayRun` is a condition that is true for the study's researchers. */
export interface CallerSqlOperands {
  /** The key of a private link, or null. */
  link: string;
  /** The caller's account, null for a visitor. */
  account: string;
  /** The pseudonyms of the caller in the study, none for a visitor. */
  pseudonyms: string;
  mayRun: string;
}

/**
 * SQL condition: this caller may know of the session (docs/domain.md, 2, audience). Its participants and researchers
 * see every session. In addition:
 * - every caller sees a session in the catalogue
 * - callers with the key see a session by private link
 * - the students of the classroom see a session in a classroom
 * @param s an alias for a row of `research.recruitment`
 */
export const isVisibleToCallerSql = (
  s: string,
  { link, account, pseudonyms, mayRun }: CallerSqlOperands,
): string =>
  `(${s}.audience = 'catalogue' OR ${s}.link_key = ${link} OR ${mayRun}
   OR EXISTS (SELECT FROM research.participation r
     WHERE r.session_id = ${s}.id AND r.pseudonym = ANY(${pseudonyms}))
   OR ${s}.audience = 'classroom' AND ${isStudentOfClassSql(account, `${s}.classroom_id`)})`;

/**
 * SQL condition: the account is a student of an open classroom, and so may take part in the studies
 * of that class. OFFSET 0 makes PostgreSQL look up one membership, instead of reading all
 * memberships of the account. Both parameters are operands of type uuid.
 */
export const isStudentOfClassSql = (account: string, classroom: string): string =>
  `EXISTS (SELECT FROM identity.class_member mate WHERE mate.account_id = ${account}
     AND mate.classroom_id = ${classroom} AND mate.role = 'student' AND mate.state = 'open' OFFSET 0)`;

/**
 * SQL: the open session that represents the study to this caller; no row if there is no open
 * session of which the caller may know.
 * @param study an operand, the study's id
 * @param named an operand: the session that the caller asks for, or null. This session comes before
 *   all others
 * @param now an operand of type timestamptz
 */
export const representativeSessionSql = (
  study: string,
  named: string,
  now: string,
  reach: CallerSqlOperands,
): string =>
  `SELECT s.* FROM research.recruitment s
   WHERE s.study_id = ${study} AND ${isOpenSql('s', now)} AND ${isVisibleToCallerSql('s', reach)}
   ORDER BY s.id IS NOT DISTINCT FROM ${named} DESC, s.link_key IS NOT DISTINCT FROM ${reach.link} DESC,
     ${sessionRankSql('s')} DESC LIMIT 1`;

/** SQL condition: the session recruits or has recruited, so its study's description is public. */
export const hasRecruitedSql = (s: string, now: string): string =>
  `(${s}.state = 'active' OR ${s}.state = 'paused' AND (${s}.opens_at IS NULL OR ${s}.opens_at <= ${now})
   OR ${isDueToOpenSql(s, now)} OR ${s}.state = 'closed' AND ${s}.launched_at IS NOT NULL
   AND (${s}.opens_at IS NULL OR ${s}.opens_at <= ${s}.closed_at))`;

/**
 * SQL condition: researchers do not learn yet which experimental condition each participant was
 * assigned (blinding).
 * @param s the session's alias
 */
export const isBlindedSql = (s: string): string =>
  `(${s}.state <> 'closed' AND ${s}.snapshot->'runtime'->'conditions'->>'blinded' IS NOT DISTINCT FROM 'true')`;

/**
 * SQL condition: the researchers of the session record who completed, and participants record only
 * their start (contracts/studies/study-runtime.ts).
 */
export const researcherRecordsCompletionSql = (s: string): string =>
  `coalesce(${s}.snapshot->'runtime'->>'kind' = 'notes'
    AND ${s}.snapshot->'runtime'->>'completes' = 'researcher', false)`;

/**
 * SQL condition: the session is closed.
 * @param id an operand, the session's id
 */
export const isClosedSessionSql = (id: string): string =>
  `EXISTS (SELECT FROM research.session closed WHERE closed.id = ${id} AND closed.state = 'closed')`;

/**
 * SQL condition: the session is anonymous.
 * @param id an operand, the session's id
 */
export const isAnonymousSessionSql = (id: string): string =>
  `EXISTS (SELECT FROM research.session level WHERE level.id = ${id} AND level.privacy_level = 'anonymous')`;
