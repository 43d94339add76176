import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { balancesOf } from '../../ledger/accounts';
import { utcDay } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';

/**
 * Whether one of these sessions still needs money of its wallet. This is so in three cases:
 * - Money is held for the session, or the session owes money.
 * - Participants may still take part in the session or claim money (`is_settled` is false).
 * - A payment waits to be paid.
 *
 * Anonymous sessions count as of the beginning of today (UTC).
 */
export async function isWalletMoneyStillNeeded(
  tx: Pick<Transaction, 'query'>,
  sessionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const holds = await tx.query<{
    account_id: string;
    payable_account_id: string | null;
    is_settled: boolean;
  }>(
    `SELECT account_id, payable_account_id, is_settled FROM research.session_hold WHERE session_id = ANY($1::uuid[])`,
    [sessionIds],
  );
  if (holds.some(({ is_settled }) => !is_settled)) return true;
  const accounts = holds.flatMap((hold) => [hold.account_id, hold.payable_account_id]);
  const balances = await balancesOf(
    tx,
    accounts.filter((id) => id !== null),
  );
  if ([...balances.values()].some(({ balance }) => balance !== 0)) return true;
  return isAnyToBePaid(tx, sessionIds, now);
}

/**
 * Whether a payment of the sessions waits to be paid. Even after the time limit for claims, an
 * approved payment may still wait for money.
 */
async function isAnyToBePaid(
  tx: Pick<Transaction, 'query'>,
  sessionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const waiting = await tx.query(
    `SELECT FROM (
       SELECT session_id, CASE WHEN ${isAnonymousSessionSql('session_id')} THEN $2::date END AS today
       FROM research.session_hold WHERE session_id = ANY($1::uuid[])) h
     JOIN research.payment p ON p.session_id = h.session_id,
     LATERAL (${paymentShownToResearchersSql('p', 'h.today')}) shown
     WHERE shown.state IN ('approved', 'processing', 'failed') OR shown.state = 'paid' AND p.settlement_id IS NULL
     LIMIT 1`,
    [sessionIds, utcDay(now)],
  );
  return waiting.length > 0;
}
