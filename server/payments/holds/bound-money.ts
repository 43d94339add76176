import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { balancesOf } from '../../ledger/accounts';
import { utcDay } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';

/**
 * Whether a wallet still has money tied to one of these sessions. The money may be held or owed, it
 * may be claimable by the last count of a closed session, or it may be needed for a payment that
 * waits. For anonymous sessions all of this is as of the beginning of today (UTC).
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

/** After some time an approved payment is no longer counted as claimable, but may still wait for money. */
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
