import { paymentsLimits } from '../../../contracts/payments/limits';
import {
  hasLeftAfterStartSql,
  rosterUnderWayCountSql,
  rosterShowsSeatSql,
} from '../../enrolment/model/participation-facts.sql';
import { isShownWithoutTagSql } from '../model/apart-payment.sql';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';

/**
 * SQL condition: the participant may still choose how the payment is paid, now or once it is
 * approved.
 */
const isWaiting = (state: string) => `${state} IN ('due', 'approved', 'failed')`;

/** A row of `stocksSql`. Amounts are minor units. */
export interface CountedGiftCodeStock {
  readonly wallet_id: string;
  readonly currency: string;
  readonly amount: number;
  /** How many codes can be handed out. */
  readonly left: number;
  /** How many of these codes stay valid for at least `giftCodeNoticeDays`. */
  readonly lasting: number;
  /**
   * How many codes participants may still choose: for payments, and for seats of sessions whose
   * participants have not completed yet.
   */
  readonly needed: number;
}

/**
 * SQL: the stocks of gift codes of wallets by amount, and the demand for them. What participants
 * did counts only up to the beginning of the day (UTC): live numbers would show when a participant
 * of an anonymous session acted (docs/domain.md, 4). What researchers did since then counts as
 * well: they may have added codes, or changed sessions, capacities or methods.
 * @param whose a condition on the wallet `w`
 * @param today an operand of type date
 */
export function stocksSql(whose: string, today: string): string {
  const since = `(${today}::date::timestamp AT TIME ZONE 'UTC')`;
  return `
  WITH offering AS (
    SELECT w.id AS wallet_id, h.session_id, h.reward, h.is_settled, s.capacity,
      s.state <> 'closed' OR s.closed_at >= ${since} AS was_open
    FROM identity.wallet w JOIN research.session_hold h ON h.wallet_account_id = w.account_id
      JOIN research.recruitment s ON s.id = h.session_id
      JOIN research.payment_methods m ON m.study_id = s.study_id AND 'gift_code' = ANY (m.methods)
    WHERE ${whose}
  ), made AS (
    SELECT o.session_id, p.amount, count(*) FILTER (WHERE ${isWaiting('shown.state')}) AS waiting,
      count(*) FILTER (WHERE p.kind = 'reward' AND CASE WHEN ${isWaiting('shown.state')}
        THEN NOT ${hasLeftAfterStartSql('p.participation_id')}
        ELSE shown.state IN ('processing', 'paid', 'waived') AND ${rosterShowsSeatSql('p.participation_id', since)} END) AS spots
    FROM offering o JOIN research.payment p ON p.session_id = o.session_id AND NOT ${isShownWithoutTagSql('p')},
      LATERAL (${paymentShownToResearchersSql('p', today)}) shown
    GROUP BY o.session_id, p.amount
  ), wanted AS (
    SELECT o.wallet_id, made.amount, made.waiting AS codes FROM offering o JOIN made ON made.session_id = o.session_id
    UNION ALL
    SELECT o.wallet_id, o.reward, CASE
      WHEN o.was_open THEN greatest(0, o.capacity
        - coalesce((SELECT sum(made.spots) FROM made WHERE made.session_id = o.session_id), 0))
      WHEN o.is_settled THEN 0
      ELSE ${rosterUnderWayCountSql('o.session_id', since)} END
    FROM offering o
  )
  SELECT stock.wallet_id, stock.currency, stock.amount, stock."left", stock.lasting,
    coalesce((SELECT sum(wanted.codes) FROM wanted
      WHERE wanted.wallet_id = stock.wallet_id AND wanted.amount = stock.amount), 0)::int AS needed
  FROM (
    SELECT w.id AS wallet_id, w.currency, c.amount,
      (count(*) FILTER (WHERE free.is_free))::int AS "left",
      (count(*) FILTER (WHERE free.is_free
        AND (c.expires IS NULL OR c.expires >= ${today}::date + ${paymentsLimits.giftCodeNoticeDays})))::int AS lasting
    FROM identity.wallet w JOIN identity.gift_code c ON c.wallet_id = w.id,
      LATERAL (SELECT c.handed_on < ${today}::date IS NOT TRUE AND c.expires < ${today}::date IS NOT TRUE AS is_free) free
    WHERE ${whose} GROUP BY w.id, w.currency, c.amount) stock`;
}
