import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Person } from '../../access/person';

/*
 * In an anonymous session the time of an event reveals whose event it was: a researcher who reads
 * the roster again and again sees when a tag appears or changes. So the roster does not change
 * until the day (UTC) is over: a line shows a tag with the state at the beginning of the day, and a
 * participant who joined since then has no line yet (docs/decisions/participant-decisions.md). The
 * researchers' own decisions show immediately, since they know when they made them.
 */

/**
 * Returns since when the rosters hide events: the beginning of the day (UTC) for an anonymous
 * session; null for other sessions, whose rosters show each event immediately.
 */
export const eventsHiddenSince = (level: PrivacyLevel, now: Date): Date | null =>
  level === 'anonymous' ? new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`) : null;

/**
 * SQL: the last event of a participant that the roster of a session may show: the state after the
 * event, and its time. The result has no row for a participant who joined after `since`.
 * @param p the alias of research.participation
 * @param since a parameter: the result of `eventsHiddenSince`
 * @param session an operand: the session of the roster. If a participant of an anonymous session
 * moved to another session today, the result still has a row for the former session
 */
export const lastRosterTransitionSql = (p: string, since: string, session: string): string => `
  SELECT ${p}.state, ${p}.updated_at
  WHERE (${since}::timestamptz IS NULL OR ${p}.updated_at < ${since}::timestamptz)
    AND ${p}.session_id = ${session}
  UNION ALL
  SELECT step.to_state, step.at FROM (
    SELECT m.to_state, m.at, m.session_id FROM research.participation_move m
    WHERE m.participation_id = ${p}.id AND m.from_state IS DISTINCT FROM m.to_state
      AND (m.at < ${since}::timestamptz OR m.moved_by = 'researcher')
    ORDER BY m.id DESC LIMIT 1) step
  WHERE ${p}.updated_at >= ${since}::timestamptz
    AND coalesce(step.session_id, ${p}.session_id) = ${session}`;

/**
 * SQL: the state that rosters show for a participation, and when the participation reached it. If
 * the roster hides events, a decision in research.pending_decision takes precedence
 * (pending-decisions.ts). Otherwise the result comes from `lastRosterTransitionSql`.
 */
export const rosterStateSql = (p: string, since: string, session = `${p}.session_id`): string => `
  SELECT coalesce(decided.to_state, step.state) AS state,
    coalesce(decided.decided_at, step.updated_at) AS updated_at
  FROM (${lastRosterTransitionSql(p, since, session)}) step
  LEFT JOIN research.pending_decision decided ON ${since}::timestamptz IS NOT NULL
    AND decided.participation_id = ${p}.id AND decided.session_id = ${session}`;

/**
 * SQL: the participations that may be on a session's roster, as a table: those in the session, and
 * those that moved to another session of the study since `since`. `rosterStateSql` decides for each
 * participation whether it is on the roster.
 * @param session an operand, the session's id
 */
export const rosterCandidatesSql = (session: string, since: string): string => `
  SELECT here.* FROM research.participation here WHERE here.session_id = ${session}
  UNION ALL
  SELECT gone.* FROM research.participation gone
  WHERE ${since}::timestamptz IS NOT NULL AND gone.session_id <> ${session}
    AND gone.study_id = (SELECT own.study_id FROM research.session own WHERE own.id = ${session})
    AND gone.updated_at >= ${since}::timestamptz`;

/**
 * SQL condition: a session has slots, so its researcher meets the participants and records their arrival immediately.
 */
export const hasSlotsSql = (s: string): string =>
  `coalesce(${s}.snapshot #>> '{runtime,kind}' IN ('onsite', 'video'), false)`;

/**
 * Whether rosters show this person the slot that a participant has booked, and not only its day. To
 * a person who may not learn names (a researcher who is not approved, an editor), every session
 * looks like an anonymous one.
 */
export const rosterShowsSlots = (
  of: { privacy_level: PrivacyLevel; sees_names: boolean },
  { researcher_privilege }: Pick<Person, 'researcher_privilege'>,
): boolean => of.privacy_level !== 'anonymous' && of.sees_names && researcher_privilege === true;
