import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * SQL: the most that the answers of a participant may earn, in minor units.
 * @param terms an operand of type jsonb, may be null
 */
export const mostByAnswersSql = (terms: string): string =>
  `coalesce((${terms} #>> '{by_answers,most}')::integer, 0)`;

/**
 * The most that the answers of one participant may earn, by the terms that the launch froze; minor units, 0 for
 * nothing.
 */
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
