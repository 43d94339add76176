import { stalledMinutes } from '../../../contracts/runs';
import { showsNameSql } from '../../enrolment/rosters/shows-name.sql';
import { later, minutes } from '../../platform/concurrency/clock';
import { dayOf } from './days';
import type { Sight } from './run-sight';

/** $1 to $4 of the statements that have the fragments below. */
export const seenBy = (
  { session_id, level }: Sight,
  now: Date,
): [session: string, level: string, today: string, since: Date] => [
  session_id,
  level,
  dayOf(now),
  later(now, -minutes(stalledMinutes)),
];

/** Whether the list shows this run, as `visible` decides (run-sight.ts). @param r an alias */
export const isListed = (r: string): string =>
  `((${r}.state <> 'open' AND ${r}.last_day < $3::date)
    OR ${showsNameSql('$2::text', `${r}.participation_id`)})`;

/**
 * Whether something went wrong for this run: an error of the study's code, or a file that it did not get,
 * beforehand or when it asked for it. One definition for the list's total and the live number.
 */
export const metErrors = (r: string): string => `(${r}.errors > 0 OR ${r}.missing_files > 0)`;

/** Whether nothing of the study was to be seen in this run, nor since. */
export const neverBegan = (r: string): string => `(${r}.errors > 0 AND ${r}.state <> 'finished'
  AND EXISTS (SELECT FROM research.run_error n WHERE n.run_id = ${r}.id AND n.kind = 'not_started')
  AND NOT EXISTS (SELECT FROM research.run_error b WHERE b.run_id = ${r}.id AND b.kind = 'began'))`;

/**
 * An open run from which nothing comes, by the moment of the last contact where names are known from
 * the start on. Elsewhere no moment is kept, and of open runs only those whose names show are listed:
 * they are stalled once the day of their last record is over.
 */
export const isStalled = (r: string): string =>
  `(${r}.state = 'open' AND CASE WHEN $2::text = 'roster_on_start' AND ${r}.last_contact IS NOT NULL
     THEN ${r}.last_contact <= $4::timestamptz ELSE ${r}.last_day < $3::date END)`;
