import type { Transaction } from '../../platform/db/unit-of-work';
import type { ReportPaymentsDamage } from './payments-damage';

/**
 * Compares each bonus, as it was decided, with its payments. Without this check, a manipulated
 * payment would be booked and then agree with the ledger.
 */
export async function checkBonuses(
  on: Pick<Transaction, 'query'>,
  report: ReportPaymentsDamage,
): Promise<void> {
  const changed = await on.query<{ id: string }>(
    `SELECT coalesce(b.id, made.bonus_id) AS id FROM research.bonus b FULL JOIN (
       SELECT bonus_id, session_id, kind, currency, sum(amount) AS total, sum(fee) AS fee, count(*) AS people
       FROM research.payment WHERE bonus_id IS NOT NULL GROUP BY bonus_id, session_id, kind, currency) made
       ON made.bonus_id = b.id
     WHERE (b.session_id, b.kind, b.currency, b.total, b.fee, b.people)
       IS DISTINCT FROM (made.session_id, made.kind, made.currency, made.total, made.fee, made.people)`,
  );
  for (const id of new Set(changed.map((one) => one.id))) report('bonus_changed', id);
}
