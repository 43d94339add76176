import type { Bonus } from '../../../contracts/payments/bonuses';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { AnswerPayment } from './answer-lines.rule';

/**
 * Pays participants who are given by their codes in exports. A database function, which has a role
 * of its own, finds their participations and does not return them
 * (docs/decisions/bonuses-and-parts.md).
 * @throws DomainError digest_stale if a code was not found
 */
export async function insertAnswerPayments(
  tx: Pick<Transaction, 'query'>,
  bonus: Bonus,
  sessionId: string,
  payments: readonly AnswerPayment[],
): Promise<void> {
  const unknown = await tx.query(
    `SELECT pay_by_answers AS participant FROM research.pay_by_answers($1, $2, $3::jsonb, $4, $5::date)`,
    [sessionId, bonus._id, JSON.stringify(payments), bonus.currency, bonus.day],
  );
  if (unknown.length > 0) throw new DomainError('digest_stale');
}
