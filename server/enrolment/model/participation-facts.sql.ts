import { rosterCandidatesSql, rosterStateSql } from './state-of-day';
import { earlyLeavingStates } from '../../../contracts/studies/payment-terms';
import {
  completedStates,
  everCompletedStates,
  revivableStates,
  seatStates,
  unstartedStates,
} from './participation.rule';

/**
 * SQL condition: a person has had a participation in the study, in any state.
 * @param study an operand, the study's id
 * @param pseudonyms an operand, a `bytea[]` with the person's pseudonyms (pseudonyms.ts); empty for
 * a visitor
 */
export const hasAnyParticipationSql = (study: string, pseudonyms: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.study_id = ${study}
   AND p.pseudonym = ANY(${pseudonyms}))`;

/**
 * SQL condition: a person is enrolled in the session or has started it, and has not finished.
 * @param session an operand, the session's id
 * @param pseudonyms an operand, a `bytea[]` with the person's pseudonyms
 */
export const holdsSeatSql = (session: string, pseudonyms: string): string =>
  `EXISTS (SELECT FROM research.participation p WHERE p.session_id = ${session}
   AND p.pseudonym = ANY(${pseudonyms}) AND p.state IN ('enrolled', 'started'))`;

/**
 * SQL: the study's title as the participant read it before agreeing. It comes from a launch that
 * froze this consent form, if possible from the launch of the participant's own session.
 * @param a an alias for a row of `research.agreement`
 */
export const agreedStudyTitleSql = (a: string): string =>
  `(SELECT s.snapshot ->> 'title' FROM research.session s
    LEFT JOIN research.participation p ON p.session_id = s.id AND p.pseudonym = ${a}.pseudonym
    WHERE s.study_id = ${a}.study_id AND s.consent_id = ${a}.consent_id AND s.launched_at IS NOT NULL
    ORDER BY p.id IS NOT NULL DESC, s.launched_at DESC LIMIT 1)`;

/** SQL condition: the participant has started, whatever happened later (docs/domain.md, 2). */
export const hasParticipatedSql = (p: string): string =>
  `(${p}.started_at IS NOT NULL OR ${hasCompletedSql(p)})`;

const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const [seats, revivable] = [listOf(seatStates), listOf(revivableStates)];
const [completed, everCompleted] = [listOf(completedStates), listOf(everCompletedStates)];
const unstarted = listOf(unstartedStates);
const leaving = listOf(earlyLeavingStates);

/**
 * SQL condition for "completed": completed and not rejected (docs/domain.md, 2).
 * @param state an operand
 */
export const isCompletedStateSql = (state: string): string => `${state} IN (${completed})`;
/**
 * Like `isCompletedStateSql`, for a row of `research.participation`.
 * @param p an alias
 */
export const hasCompletedSql = (p: string): string => isCompletedStateSql(`${p}.state`);

/**
 * SQL condition: a participant completed, whatever was decided afterwards.
 * @param p an alias
 */
export const hasEverCompletedSql = (p: string): string => `${p}.state IN (${everCompleted})`;

/**
 * SQL condition: the participation has not started: it is a place on the waitlist, an offer, or a
 * seat.
 * @param p an alias
 */
export const hasNotStartedSql = (p: string): string => `${p}.state IN (${unstarted})`;

/**
 * SQL condition: a participant in this state has a seat (participation.rule.ts); false if the state
 * is null.
 * @param state an operand
 */
export const isSeatStateSql = (state: string): string => `coalesce(${state} IN (${seats}), false)`;

/**
 * SQL condition: the participant left after the start, by withdrawing or being screened out.
 * @param id an operand
 */
export const hasLeftAfterStartSql = (id: string): string =>
  `EXISTS (SELECT FROM research.participation leaver
   WHERE leaver.id = ${id} AND leaver.started_at IS NOT NULL AND leaver.state IN (${leaving}))`;

/**
 * SQL condition: the participation has a seat, started or not, completed or not.
 * @param id an operand
 */
export const hasSeatSql = (id: string): string =>
  `EXISTS (SELECT FROM research.participation seated
   WHERE seated.id = ${id} AND ${isSeatStateSql('seated.state')})`;

/**
 * SQL condition: the participation had a seat at a given time, whatever was decided since.
 * @param id an operand
 * @param at an operand, a time
 */
export const hadSeatSql = (id: string, at: string): string =>
  `EXISTS (SELECT FROM research.participation seated
   WHERE seated.id = ${id} AND ${isSeatStateSql(`(CASE WHEN seated.updated_at < ${at}::timestamptz
     THEN seated.state
     ELSE (SELECT m.to_state FROM research.participation_move m
       WHERE m.participation_id = seated.id AND m.at < ${at}::timestamptz
       ORDER BY m.id DESC LIMIT 1) END)`)})`;

/**
 * SQL condition: the session's roster shows the participation in a state with a seat.
 * @param id an operand, the participation's id
 * @param since an operand, the result of `eventsHiddenSince`
 */
export const rosterShowsSeatSql = (id: string, since: string): string =>
  `EXISTS (SELECT FROM research.participation seated
   CROSS JOIN LATERAL (${rosterStateSql('seated', since)}) told
   WHERE seated.id = ${id} AND ${isSeatStateSql('told.state')})`;

/**
 * SQL: how many participants are still taking part, by the states that the roster of the session
 * shows. Both parameters are operands; `since` is the result of `eventsHiddenSince`.
 */
export const rosterUnderWayCountSql = (session: string, since: string): string =>
  `(SELECT count(*)::int FROM (${rosterCandidatesSql(session, since)}) coming
   CROSS JOIN LATERAL (${rosterStateSql('coming', since, session)}) told
   WHERE told.state IN ('offered', 'enrolled', 'started'))`;

/**
 * SQL condition: because of this participation, the person cannot enrol again. The participation
 * has started, or its state does not allow a new enrolment (participation.rule.ts).
 */
export const cannotEnrolAgainSql = (p: string): string =>
  `(${p}.started_at IS NOT NULL OR ${p}.state NOT IN (${revivable}))`;

/**
 * SQL condition: on this day or later, a participant of the session has withdrawn their data. Both
 * parameters are operands.
 */
export const hasDeletedDataSql = (session: string, day: string): string =>
  `EXISTS (SELECT FROM research.participation deleted
   WHERE deleted.session_id = ${session} AND deleted.data_withdrawn_on >= ${day}::date)`;

/**
 * SQL condition: the participation timed out before this day (UTC) began. Both parameters are
 * operands.
 */
export const timedOutBeforeSql = (id: string, day: string): string =>
  `EXISTS (SELECT FROM research.participation late
   WHERE late.id = ${id} AND late.state = 'timed_out'
     AND late.updated_at < (${day}::date::timestamp AT TIME ZONE 'UTC'))`;
