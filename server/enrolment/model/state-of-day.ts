import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Person } from '../../access/person';

/*
 * In an anonymous session the moment of a step reveals who it was. A researcher who reads a list again and again sees
 * at which moment a tag appears or changes; so its lists do not change until the day (UTC) is over: a line has the
 * tag and the state in which the day began, and a participant who came since then has no line yet
 * (docs/decisions/participant-decisions.md). The researcher's own decisions show immediately: the researcher knows
 * their moment.
 */

/** Since when steps are hidden beside a tag; null where each step shows immediately. */
export const hiddenSince = (level: PrivacyLevel, now: Date): Date | null =>
  level === 'anonymous' ? new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`) : null;

/**
 * The last step that a researcher's list of the session may show, and when it happened: a table of one row,
 * or of none for a participant who came since then.
 * @param p the alias of research.participation
 * @param since a parameter, the answer of `hiddenSince`
 * @param session the session of the list, an operand: a participant who moved to another one today still has
 * a line
 */
export const stepOfDay = (p: string, since: string, session: string): string => `
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
 * The state that the researcher's lists show of a participation and when it was reached: by `stepOfDay`, or a
 * later decision of the researcher, applied already or kept (pending-decisions.ts).
 */
export const stateOfDay = (p: string, since: string, session = `${p}.session_id`): string => `
  SELECT coalesce(decided.to_state, step.state) AS state,
    coalesce(decided.decided_at, step.updated_at) AS updated_at
  FROM (${stepOfDay(p, since, session)}) step
  LEFT JOIN research.pending_decision decided ON ${since}::timestamptz IS NOT NULL
    AND decided.participation_id = ${p}.id AND decided.session_id = ${session}`;

/**
 * The participations that may have a line on a session's list, as a table: those in the session, and those
 * that moved to another session of the study since `since`. `stateOfDay` decides which have one.
 * @param session the session's id, an operand
 */
export const candidatesOf = (session: string, since: string): string => `
  SELECT here.* FROM research.participation here WHERE here.session_id = ${session}
  UNION ALL
  SELECT gone.* FROM research.participation gone
  WHERE ${since}::timestamptz IS NOT NULL AND gone.session_id <> ${session}
    AND gone.study_id = (SELECT own.study_id FROM research.session own WHERE own.id = ${session})
    AND gone.updated_at >= ${since}::timestamptz`;

/** Whether a session has slots: its researcher sees in person who comes, and notes it immediately. */
export const hasSlotsSql = (s: string): string =>
  `coalesce(${s}.snapshot #>> '{runtime,kind}' IN ('onsite', 'video'), false)`;

/**
 * Whether this reader's lists show which slot a tag has booked, and not the day only. A reader who may not
 * learn names (a researcher who is not approved, an editor) reads every session as anonymous.
 */
export const readsSlots = (
  of: { privacy_level: PrivacyLevel; sees_names: boolean },
  { researcher_privilege }: Pick<Person, 'researcher_privilege'>,
): boolean => of.privacy_level !== 'anonymous' && of.sees_names && researcher_privilege === true;
