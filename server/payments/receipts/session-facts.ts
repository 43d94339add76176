import type { DisbursementLine } from '../../../contracts/payments/receipts/receipts';
import { hasLeftAfterStartSql } from '../../enrolment/model/participation-facts.sql';
import type { Transaction } from '../../platform/db/unit-of-work';
import { isShownWithoutTagSql } from '../model/apart-payment.sql';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';

/**
 * SQL: the payments of a session, as of the beginning of the day $2, or as they are now if $2 is
 * null.
 */
const shown = `research.payment p, LATERAL (${paymentShownToResearchersSql('p', '$2')}) shown WHERE p.session_id = $1`;

const owed = `shown.state IN ('approved', 'processing', 'failed')`;
const costs = `shown.state IN ('approved', 'processing', 'failed', 'paid')`;
/**
 * SQL condition: the payment is taken from the session's hold (the money reserved for it). Only the
 * partial pay of a participant who left is taken from the wallet instead.
 */
const isFromHold = `NOT ${hasLeftAfterStartSql('p.participation_id')}`;

interface Sums {
  participants_owed: number;
  owed: number;
  participants_paid: number;
  paid: number;
  fees: number;
  /**
   * The part of the owed or paid amount that is still in the session's hold, because it is not
   * booked yet.
   */
  to_book: number;
  /** The amount that returns to the session's hold when the pending reversals are booked. */
  to_take_back: number;
}

/**
 * Reads the sums of a session that its receipt states.
 * @param today the day (UTC) whose changes are hidden; null if none are hidden
 */
export async function readSessionPaymentSums(
  tx: Transaction,
  sessionId: string,
  today: string | null,
): Promise<Sums> {
  const [row] = await tx.query<Record<keyof Sums, string>>(
    `SELECT count(DISTINCT p.participation_id) FILTER (WHERE ${owed}) AS participants_owed,
       coalesce(sum(p.amount) FILTER (WHERE ${owed}), 0) AS owed,
       count(DISTINCT p.participation_id) FILTER (WHERE shown.state = 'paid') AS participants_paid,
       coalesce(sum(p.amount) FILTER (WHERE shown.state = 'paid'), 0) AS paid,
       coalesce(sum(p.fee) FILTER (WHERE ${costs}), 0) AS fees,
       coalesce(sum(p.amount + p.fee) FILTER (WHERE ${costs} AND p.accrual_id IS NULL AND ${isFromHold}), 0) AS to_book,
       coalesce(sum(p.amount + p.fee) FILTER (WHERE NOT ${costs} AND p.accrual_id IS NOT NULL AND ${isFromHold}), 0) AS to_take_back
     FROM ${shown}`,
    [sessionId, today],
  );
  if (!row) throw new Error('a sum without a row');
  return {
    participants_owed: Number(row.participants_owed),
    owed: Number(row.owed),
    participants_paid: Number(row.participants_paid),
    paid: Number(row.paid),
    fees: Number(row.fees),
    to_book: Number(row.to_book),
    to_take_back: Number(row.to_take_back),
  };
}

type Line = Omit<DisbursementLine, 'participant' | 'handed_over_by'> & {
  participation_id: string;
  confirmed_account_id: string | null;
  currency: string;
};

/**
 * Reads the lines of a session's disbursement log: its paid payments, without those that must not
 * be shown beside the participant's tag on the roster (`isShownWithoutTagSql`). Sorts the lines by
 * payment id; the ids are random, so the order reveals nothing.
 */
export const readDisbursementLines = (
  tx: Transaction,
  sessionId: string,
  today: string | null,
): Promise<Line[]> =>
  tx.query<Line>(
    `SELECT p.participation_id, shown.day::text AS day, p.amount, p.currency, shown.method, p.confirmed_by,
       p.confirmed_account_id
     FROM ${shown} AND shown.state = 'paid' AND NOT ${isShownWithoutTagSql('p')} ORDER BY p.id`,
    [sessionId, today],
  );
