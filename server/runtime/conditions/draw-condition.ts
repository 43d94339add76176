import { randomInt } from 'node:crypto';
import type { Conditions } from '../../../contracts/conditions';
import { nameOfCondition } from '../../../contracts/conditions';
import type { StartedRun } from '../../../contracts/runtime';
import { hasSeat } from '../../enrolment/participations/participation-facts.sql';
import type { Transaction } from '../../platform/db/unit-of-work';
import { drawCell } from './draw-cell.rule';

export interface Drawn {
  /** Its place among the conditions that the launch froze. */
  readonly cell: number;
  readonly condition: NonNullable<StartedRun['condition']>;
}

/** How many seats that stand have each condition: what ended otherwise is filled again. */
const heldSql = `
  SELECT r.cell, count(*)::int AS seats
  FROM research.run r
  WHERE r.session_id = $1 AND r.attempt = 1 AND r.cell IS NOT NULL AND ${hasSeat('r.participation_id')}
  GROUP BY r.cell`;

/**
 * Draws the condition for a first run, which the same transaction inserts. One draw of a session at a
 * time, over all servers: the lock is held until that transaction ends, so the next draw counts it.
 * It is a lock of its own, not the session's row: enrolments do not wait for it
 * (docs/decisions/0071-conditions-with-the-seat.md).
 */
export async function drawCondition(
  tx: Transaction,
  sessionId: string,
  conditions: Conditions,
): Promise<Drawn> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('conditions:' || $1, 5))`, [
    sessionId,
  ]);
  const rows = await tx.query<{ cell: number; seats: number }>(heldSql, [sessionId]);
  const held = conditions.cells.map((_, cell) => rows.find((row) => row.cell === cell)?.seats ?? 0);
  const cell = drawCell(conditions, held, (limit) => randomInt(limit));
  return conditionOf(conditions, cell);
}

/** A condition as a study has it: its name, and the values of its line. */
export function conditionOf({ cells }: Conditions, cell: number): Drawn {
  const { name, values } = cells[cell] ?? { name: '', values: {} };
  return { cell, condition: { [nameOfCondition]: name, ...values } };
}
