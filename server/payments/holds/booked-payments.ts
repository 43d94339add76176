import { hasSeatSql } from '../../enrolment/model/participation-facts.sql';
import { utcDay } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Counts the seats whose reward was booked as owed. The money for these seats is no longer in the
 * session's hold (the money reserved for it).
 */
export async function countBookedSeats(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
): Promise<number> {
  const [row] = await on.query<{ seats: number }>(
    `SELECT count(*)::int AS seats FROM research.payment p
     WHERE p.session_id = $1 AND p.kind = 'reward' AND p.accrual_id IS NOT NULL AND ${hasSeatSql('p.participation_id')}`,
    [sessionId],
  );
  return row?.seats ?? 0;
}

/** Lists the participations of a session whose reward is still to be booked as owed. */
export async function readParticipationsToBook(
  tx: Transaction,
  sessionId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT participation_id AS id FROM research.payment
     WHERE session_id = $1 AND kind = 'reward' AND accrual_id IS NULL AND state IN ('due', 'approved', 'processing', 'failed', 'paid')`,
    [sessionId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Lists the participations whose rewards need no reserved money any more: they are booked as owed,
 * or were given up on an earlier day. Leaves out what a participant gave up today, so that the
 * reserved amount does not reveal it.
 */
export async function readSettledParticipations(
  tx: Transaction,
  sessionId: string,
  today: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT participation_id AS id FROM research.payment
     WHERE session_id = $1 AND kind = 'reward' AND (accrual_id IS NOT NULL OR state = 'waived' AND day < $2::date)`,
    [sessionId, today],
  );
  return rows.map(({ id }) => id);
}

/** Whether the researchers of a session have already paid by answers; they can do so only once. */
export async function isPaidByAnswers(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
): Promise<boolean> {
  const found = await on.query(
    `SELECT FROM research.bonus WHERE session_id = $1 AND kind = 'by_answers'`,
    [sessionId],
  );
  return found.length > 0;
}

/**
 * Computes how much money must stay reserved for the bonuses and top-ups of a session, with fees,
 * in minor units. Counts all that are not booked as owed yet, except those that were given up,
 * rejected or cancelled on an earlier day.
 */
export async function readUnbookedBonusAmount(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  now: Date,
): Promise<number> {
  const [row] = await on.query<{ held: string }>(
    `SELECT coalesce(sum(amount + fee), 0)::bigint AS held FROM research.payment
     WHERE session_id = $1 AND kind <> 'reward' AND accrual_id IS NULL
       AND (state NOT IN ('rejected', 'reversed', 'waived') OR day >= $2::date)`,
    [sessionId, utcDay(now)],
  );
  return Number(row?.held ?? 0);
}
