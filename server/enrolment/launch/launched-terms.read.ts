import type { Transaction } from '../../platform/db/unit-of-work';
import { mostByAnswersSql } from './session-money';

/** What the answers of one participant may earn at most, by the terms that the launch froze; minor units, 0 for nothing. */
export async function mostByAnswers(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
): Promise<number> {
  const [row] = await on.query<{ most: number }>(
    `SELECT ${mostByAnswersSql(`snapshot -> 'payment_terms'`)} AS most FROM research.session WHERE id = $1`,
    [sessionId],
  );
  return row?.most ?? 0;
}
