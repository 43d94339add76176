import { utcDay } from '../../platform/concurrency/clock';
import { randomInt } from 'node:crypto';
import type { Conditions } from '../../../contracts/study-files/conditions';
import { conditionNameKey } from '../../../contracts/study-files/conditions';
import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import {
  hadSeatSql,
  hasDeletedDataSql,
  hasSeatSql,
} from '../../enrolment/model/participation-facts.sql';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import type { Transaction } from '../../platform/db/unit-of-work';
import { drawRandomConditionCell, drawUnpredictableConditionCell } from './draw-cell.rule';

export interface DrawnCondition {
  /** The index of the condition in the list of conditions that was fixed at the launch. */
  readonly cell: number;
  readonly condition: NonNullable<StartedRun['condition']>;
}

type Counts = readonly { readonly cell: number; readonly seats: number }[];

const countsSql = (isCounted: string): string => `
  SELECT r.cell, count(*)::int AS seats
  FROM research.run r
  WHERE r.session_id = $1 AND r.attempt = 1 AND r.cell IS NOT NULL AND ${isCounted}
  GROUP BY r.cell`;

/**
 * SQL: for each condition, how many participations have it and hold a seat (a place in the
 * session). When a participation loses its seat, its place in the condition becomes free again.
 */
const heldSql = countsSql(hasSeatSql('r.participation_id'));

/**
 * SQL: for each condition, counts two groups of participants: those who had the condition and a
 * seat when the day began, and those who have drawn the condition since then. A participant who
 * loses the seat during the day counts until the day is over. $2: the day (UTC), $3: its beginning.
 */
const heldOfDaySql = countsSql(`(r.day >= $2::date OR ${hadSeatSql('r.participation_id', '$3')})`);

/**
 * SQL: whether data of the session $1 were deleted on the day $2 (UTC). If so, the seats of that day
 * cannot be counted, since the conditions of those participants are not stored any more.
 */
const isDeletedTodaySql = `SELECT ${hasDeletedDataSql('$1::uuid', '$2')} AS is_deleted`;

/**
 * Draws the condition for a first run, which the same transaction inserts. A lock that is held until
 * the transaction ends allows one draw of a session at a time, across all servers, so the next draw
 * counts this one. Enrolments do not wait for this lock.
 *
 * In an anonymous session, an observer on site who could infer a participant's condition might find
 * that participant's row in an export (docs/decisions/conditions.md). Therefore:
 * - no draw is certain;
 * - seats that are lost on a day do not change the draws of that day;
 * - on a day on which data were deleted, draws depend on chance alone.
 */
export async function drawRandomCondition(
  tx: Transaction,
  { session_id, privacy_level }: { session_id: string; privacy_level: PrivacyLevel },
  conditions: Conditions,
  now: Date,
): Promise<DrawnCondition> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('conditions:' || $1, 5))`, [
    session_id,
  ]);
  const below = (limit: number) => randomInt(limit);
  const counted = (rows: Counts) =>
    conditions.cells.map((_, cell) => rows.find((row) => row.cell === cell)?.seats ?? 0);
  if (privacy_level !== 'anonymous') {
    const held = counted(await tx.query<Counts[number]>(heldSql, [session_id]));
    return conditionOfCell(conditions, drawRandomConditionCell(conditions, held, below));
  }
  const day = utcDay(now);
  const [deleted] = await tx.query<{ is_deleted: boolean }>(isDeletedTodaySql, [session_id, day]);
  if (deleted?.is_deleted)
    return conditionOfCell(
      conditions,
      drawRandomConditionCell({ ...conditions, draw: 'weights' }, [], below),
    );
  const rows = await tx.query<Counts[number]>(heldOfDaySql, [
    session_id,
    day,
    eventsHiddenSince(privacy_level, now),
  ]);
  return conditionOfCell(
    conditions,
    drawUnpredictableConditionCell(conditions, counted(rows), below),
  );
}

/** Returns the condition at an index in the form that a study gets: its name and values. */
export function conditionOfCell({ cells }: Conditions, cell: number): DrawnCondition {
  const { name, values } = cells[cell] ?? { name: '', values: {} };
  return { cell, condition: { [conditionNameKey]: name, ...values } };
}
