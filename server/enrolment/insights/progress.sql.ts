import { isCompletedStateSql, isSeatStateSql } from '../model/participation-facts.sql';
import { rosterCandidatesSql, rosterStateSql } from '../model/state-of-day';
import { researcherRecordsCompletionSql } from '../model/session-facts.sql';
import { leastPeopleForMedian } from './progress.rule';

/*
 * SQL that sums up the transitions (steps) of a session's participants. Each statement starts from
 * the participations of the session, because an index finds their transitions. It leaves out
 * transitions that happened in another session. The last parameter is the result of
 * `eventsHiddenSince`. In an anonymous session, only transitions before that time count, so that an
 * event of today changes no figure. For the same reason, a participant who moved to another session
 * today still counts in the former session.
 */

const steps = (since: string) => `people AS MATERIALIZED (
    SELECT p.id FROM (${rosterCandidatesSql('$1::uuid', since)}) p
  ), steps AS MATERIALIZED (
    SELECT m.id, m.participation_id, m.at, m.to_state,
      ${isSeatStateSql('m.to_state')}::int - ${isSeatStateSql('m.from_state')}::int AS seats
    FROM people CROSS JOIN LATERAL (SELECT * FROM research.participation_move m
      WHERE m.participation_id = people.id AND m.at >= $2::timestamptz
        AND (${since}::timestamptz IS NULL OR m.at < ${since})
        AND coalesce(m.session_id, $1::uuid) = $1::uuid OFFSET 0) m)`;

/**
 * Reads the points of the curve that shows how the session fills. $1 session, $2 its launch, $3 the
 * interval in milliseconds, $4 the start of the first interval, $5 the result of `eventsHiddenSince`.
 */
export const progressCurveSql = `
  WITH ${steps('$5')}, firsts AS (
    SELECT min(at) FILTER (WHERE to_state = 'started') AS started,
      min(at) FILTER (WHERE to_state = 'completed') AS completed
    FROM steps GROUP BY participation_id
  ), changes AS (
    SELECT at, seats, 0 AS started, 0 AS completed FROM steps
    UNION ALL SELECT started, 0, 1, 0 FROM firsts WHERE started IS NOT NULL
    UNION ALL SELECT completed, 0, 0, 1 FROM firsts WHERE completed IS NOT NULL
  ), binned AS (
    SELECT date_bin($3::bigint * interval '1 millisecond', at, $4::timestamptz) AS at,
      sum(seats) AS seats, sum(started) AS started, sum(completed) AS completed
    FROM changes GROUP BY 1)
  SELECT at, (sum(seats) OVER past)::int AS taken, (sum(started) OVER past)::int AS started,
    (sum(completed) OVER past)::int AS completed
  FROM binned WINDOW past AS (ORDER BY at) ORDER BY at`;

/**
 * Reads the totals of a session. $1 session, $2 its launch, $3 capacity, $4 the end of the time
 * windows, $5 the result of `eventsHiddenSince`. The totals are:
 * - when the first seat, half of the seats and all seats were taken
 * - how many seats were taken in the last 1, 6, 24 and 72 hours before $4, and since the launch
 * - how many people reached each state
 */
export const progressTotalsSql = `
  WITH ${steps('$5')}, levels AS (
    SELECT at, seats, sum(seats) OVER (ORDER BY at, id) AS taken FROM steps
  ), reached AS (
    SELECT bool_or(to_state = 'enrolled') AS enrolled, bool_or(to_state = 'started') AS started,
      bool_or(to_state = 'completed') AS completed, bool_or(to_state = 'approved') AS approved
    FROM steps GROUP BY participation_id)
  SELECT min(at) FILTER (WHERE taken >= 1) AS first_person,
    min(at) FILTER (WHERE taken * 2 >= $3::int) AS half_full,
    min(at) FILTER (WHERE taken >= $3::int) AS full_since,
    coalesce(sum(seats) FILTER (WHERE at > $4::timestamptz - interval '1 hour'), 0)::int AS h1,
    coalesce(sum(seats) FILTER (WHERE at > $4::timestamptz - interval '6 hours'), 0)::int AS h6,
    coalesce(sum(seats) FILTER (WHERE at > $4::timestamptz - interval '24 hours'), 0)::int AS h24,
    coalesce(sum(seats) FILTER (WHERE at > $4::timestamptz - interval '72 hours'), 0)::int AS h72,
    coalesce(sum(seats), 0)::int AS since_launch,
    (SELECT count(*) FILTER (WHERE enrolled OR started)::int FROM reached) AS enrolled,
    (SELECT count(*) FILTER (WHERE started)::int FROM reached) AS started,
    (SELECT count(*) FILTER (WHERE completed)::int FROM reached) AS completed,
    (SELECT count(*) FILTER (WHERE approved)::int FROM reached) AS approved
  FROM levels`;

/**
 * SQL for one row with the quartiles of the minutes from start to completion, over participants who
 * completed and were not rejected or nullified. If the researcher records who completed, there are
 * no minutes, because the researcher may record it long after the completion. All parameters are
 * SQL operands.
 * @param until a time: only completions before it count
 * @param state a table with the column `state` of the participation `p`
 * @param group completions are divided into groups of this size in the order of their time; an
 *   incomplete last group does not count
 */
const durationsSql = (session: string, until: string, state: string, group = 1): string => `
  WITH people AS MATERIALIZED (
    SELECT p.id, p.started_at
    FROM research.participation p JOIN research.session of_people ON of_people.id = p.session_id
    CROSS JOIN LATERAL (${state}) told
    WHERE p.session_id = ${session} AND p.started_at IS NOT NULL
      AND ${isCompletedStateSql('told.state')} AND NOT ${researcherRecordsCompletionSql('of_people')})
  SELECT count(*)::int AS people,
    percentile_cont(0.25) WITHIN GROUP (ORDER BY d.minutes) AS lower_quartile,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY d.minutes) AS median,
    percentile_cont(0.75) WITHIN GROUP (ORDER BY d.minutes) AS upper_quartile
  FROM (
    SELECT one.minutes, row_number() OVER (ORDER BY one.id) AS nth, count(*) OVER () AS known
    FROM people CROSS JOIN LATERAL (
      SELECT m.id, (extract(epoch FROM m.at - people.started_at) / 60)::float8 AS minutes
      FROM research.participation_move m
      WHERE m.participation_id = people.id AND m.to_state = 'completed' AND m.at < ${until}::timestamptz
      ORDER BY m.id DESC LIMIT 1) one) d
  WHERE d.nth <= d.known - d.known % ${group}`;

/**
 * Reads the quartiles of a session's minutes from start to completion. $1 session, $2 completions
 * before this time count, $3 the result of `eventsHiddenSince`.
 */
export const minuteQuartilesSql = durationsSql('$1::uuid', '$2', rosterStateSql('p', '$3'));

/**
 * SQL for the result of `eventsHiddenSince` for a session.
 * @param s an alias of research.session
 * @param day an operand, the beginning of the current day (UTC)
 */
const hiddenSinceSql = (s: string, day: string): string =>
  `(CASE WHEN ${s}.privacy_level = 'anonymous' THEN ${day}::timestamptz END)`;

/**
 * SQL for one row with the quartiles of a session's minutes, with the same columns as
 * `minuteQuartilesSql`. In an anonymous session, only completions before the current day count, so
 * that its researchers learn nothing about today.
 * @param s an alias of research.session
 * @param day an operand, the beginning of the current day (UTC)
 */
export const shownMinuteQuartilesSql = (s: string, day: string): string => {
  const since = hiddenSinceSql(s, day);
  return durationsSql(`${s}.id`, `coalesce(${since}, 'infinity')`, rosterStateSql('p', since));
};

/**
 * Reads the median minutes of sessions for participants and visitors. Only completions before the
 * current day (UTC) count, at every privacy level, so that no reader can observe a single event or
 * decision. A reader may know who took part yesterday, so completions count only in groups of five.
 * $1 sessions, $2 the beginning of the day.
 */
export const publicMedianMinutesSql = `
  SELECT s.id AS session_id, (s.snapshot->>'duration_minutes')::int AS stated, taken.people, taken.median
  FROM research.session s CROSS JOIN LATERAL (${durationsSql(
    's.id',
    '$2',
    `SELECT (SELECT m.to_state FROM research.participation_move m
       WHERE m.participation_id = p.id AND m.at < $2::timestamptz ORDER BY m.id DESC LIMIT 1) AS state`,
    leastPeopleForMedian,
  )}) taken
  WHERE s.id = ANY($1::uuid[]) AND s.launched_at IS NOT NULL`;

/**
 * Counts the participants that the roster shows in each state; a decision of a researcher counts
 * immediately. $1 session, $2 the result of `eventsHiddenSince`.
 */
export const stateCountsSql = `
  SELECT told.state, count(*)::int AS people FROM (${rosterCandidatesSql('$1::uuid', '$2')}) p
  CROSS JOIN LATERAL (${rosterStateSql('p', '$2', '$1::uuid')}) told
  GROUP BY told.state ORDER BY told.state`;

/**
 * Reads the last 500 changes of a session. The limit is needed, since researchers may pause and
 * resume a session for years. $1 session.
 */
export const sessionChangesSql = `
  SELECT what, changed_by, before, after, at FROM (
    SELECT * FROM research.session_change WHERE session_id = $1::uuid ORDER BY id DESC LIMIT 500) c
  ORDER BY at, id`;
