import { stalledMinutes } from '../../../contracts/runtime/stalled-run.rule';
import { timedOutBeforeSql } from '../../enrolment/model/participation-facts.sql';
import { showsNameSql } from '../../enrolment/rosters/shows-name.sql';
import { later, minutes, utcDay } from '../../platform/concurrency/clock';
import type { RunVisibility } from '../run/run-visibility';

/** The parameters $1 to $4 for statements with the fragments below. */
export const visibilityParams = (
  { session_id, level }: RunVisibility,
  now: Date,
): [session: string, level: string, today: string, since: Date] => [
  session_id,
  level,
  utcDay(now),
  later(now, -minutes(stalledMinutes)),
];

/** Whether the list shows this run, as `visibleRuns` decides (run-visibility.ts). @param r an alias */
export const isListed = (r: string): string =>
  `((${r}.state <> 'open' AND ${r}.last_day < $3::date)
    OR ${showsNameSql('$2::text', `${r}.participation_id`)})`;

/**
 * Whether something went wrong for this run: an error of the study's code, or a file that it did not get,
 * before it began or later. One definition for the list's total and the live number.
 */
export const metErrors = (r: string): string => `(${r}.errors > 0 OR ${r}.missing_files > 0)`;

/**
 * Whether the participant had timed out when the day began, as in the roster. Their run may still be open,
 * since records may arrive late, so it is not listed.
 */
export const wasTimedOut = (r: string): string => timedOutBeforeSql(`${r}.participation_id`, '$3');

/**
 * Whether researchers see an error of a run: that of a listed run; and of a run whose participant was timed out
 * before today, an error of an earlier day. Such a run may be continued, and an error of today would reveal when the
 * participant returned.
 * @param e an alias of run_error
 */
export const isDisclosed = (e: string, r: string): string =>
  `(${isListed(r)} OR (${wasTimedOut(r)} AND ${isOfBefore(e)}))`;
const isOfBefore = (e: string): string => `coalesce(${e}.day < $3::date, true)`;

/** Whether the list shows the run as finished: a run that finished today may not be listed yet. */
const hasFinished = (r: string): string => `(${r}.state = 'finished' AND ${isListed(r)})`;

/**
 * Whether a later attempt of the participation began: the participant or the page reported it, it finished, or it
 * stored something besides errors and nothing reports that it did not start. For an attempt that is not listed, only
 * its records of earlier days count.
 */
const beganLater = (r: string): string => `EXISTS (SELECT FROM research.run later
  WHERE later.participation_id = ${r}.participation_id AND later.attempt > ${r}.attempt
    AND (${hasFinished('later')}
      OR EXISTS (SELECT FROM research.run_error b WHERE b.run_id = later.id AND b.kind = 'began'
        AND (${isListed('later')} OR ${isOfBefore('b')}))
      OR (${isListed('later')} AND later.stored_through > later.errors + later.focus_lost
        AND NOT EXISTS (SELECT FROM research.run_error n
          WHERE n.run_id = later.id AND n.kind = 'not_started'))))`;

/**
 * Whether the study never became visible in this run or a later attempt, as far as researchers may see it
 * (isDisclosed).
 */
export const neverBegan = (r: string): string => `(${r}.errors > 0 AND NOT ${hasFinished(r)}
  AND EXISTS (SELECT FROM research.run_error n
    WHERE n.run_id = ${r}.id AND n.kind = 'not_started' AND ${isDisclosed('n', r)})
  AND NOT EXISTS (SELECT FROM research.run_error b
    WHERE b.run_id = ${r}.id AND b.kind = 'began' AND ${isDisclosed('b', r)})
  AND NOT ${beganLater(r)})`;
