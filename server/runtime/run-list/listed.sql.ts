import { minutesUntilStalled } from '../../../contracts/runtime/stalled-run.rule';
import { timedOutBeforeSql } from '../../enrolment/model/participation-facts.sql';
import { showsNameSql } from '../../enrolment/rosters/shows-name.sql';
import { addMilliseconds, minutes, utcDay } from '../../platform/concurrency/clock';
import type { RunVisibility } from '../run/run-visibility';

/** Returns the parameters $1 to $4 of statements that use the SQL conditions below. */
export const visibilityParams = (
  { session_id, level }: RunVisibility,
  now: Date,
): [session: string, level: string, today: string, since: Date] => [
  session_id,
  level,
  utcDay(now),
  addMilliseconds(now, -minutes(minutesUntilStalled)),
];

/**
 * SQL condition: whether the researcher's list of runs shows this run, by the rule of `visibleRuns`
 * (run-visibility.ts).
 * @param r an alias of research.run
 */
export const isListedRunSql = (r: string): string =>
  `((${r}.state <> 'open' AND ${r}.last_day < $3::date)
    OR ${showsNameSql('$2::text', `${r}.participation_id`)})`;

/**
 * SQL condition: whether something went wrong in this run, before or after the study began: the
 * study's code had an error, or a file that the run requested was missing. The total in the list of
 * runs and the live number of runs with errors use this condition.
 */
export const hadErrorsSql = (r: string): string => `(${r}.errors > 0 OR ${r}.missing_files > 0)`;

/**
 * SQL condition: whether the roster shows that the participant had timed out when the day began. If
 * their run is open, the list of runs does not show it yet, since records may arrive late.
 */
export const wasTimedOutSql = (r: string): string =>
  timedOutBeforeSql(`${r}.participation_id`, '$3');

/**
 * SQL condition: whether researchers may see an error of a run. They see all errors of a run that
 * the list of runs shows. If the participant had timed out before today, they see the errors of
 * earlier days even if the list does not show the run. They do not see errors of today: the
 * participant may have returned, and the error would reveal when.
 * @param e an alias of run_error
 */
export const isErrorDisclosedSql = (e: string, r: string): string =>
  `(${isListedRunSql(r)} OR (${wasTimedOutSql(r)} AND ${isOfBefore(e)}))`;
const isOfBefore = (e: string): string => `coalesce(${e}.day < $3::date, true)`;

/**
 * SQL condition: whether the list of runs shows the run as finished. A run that finished today may
 * not be listed yet.
 */
const hasFinished = (r: string): string => `(${r}.state = 'finished' AND ${isListedRunSql(r)})`;

/**
 * SQL condition: whether the study began in a later attempt. One of these facts shows that it did:
 * - The list of runs shows the attempt as finished.
 * - The page of the attempt reported that the study began. If the list does not show the attempt,
 *   only a report from an earlier day counts.
 * - The list shows the attempt, the attempt has records other than errors, and no report says that
 *   the study did not start in it.
 */
const beganLater = (r: string): string => `EXISTS (SELECT FROM research.run later
  WHERE later.participation_id = ${r}.participation_id AND later.attempt > ${r}.attempt
    AND (${hasFinished('later')}
      OR EXISTS (SELECT FROM research.run_error b WHERE b.run_id = later.id AND b.kind = 'began'
        AND (${isListedRunSql('later')} OR ${isOfBefore('b')}))
      OR (${isListedRunSql('later')} AND later.stored_through > later.errors + later.focus_lost
        AND NOT EXISTS (SELECT FROM research.run_error n
          WHERE n.run_id = later.id AND n.kind = 'not_started'))))`;

/**
 * SQL condition: whether the study began neither in this run nor in a later attempt. Uses only
 * facts that researchers may see now (isErrorDisclosedSql).
 */
export const neverBeganSql = (r: string): string => `(${r}.errors > 0 AND NOT ${hasFinished(r)}
  AND EXISTS (SELECT FROM research.run_error n
    WHERE n.run_id = ${r}.id AND n.kind = 'not_started' AND ${isErrorDisclosedSql('n', r)})
  AND NOT EXISTS (SELECT FROM research.run_error b
    WHERE b.run_id = ${r}.id AND b.kind = 'began' AND ${isErrorDisclosedSql('b', r)})
  AND NOT ${beganLater(r)})`;
