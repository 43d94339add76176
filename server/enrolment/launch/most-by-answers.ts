import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * SQL: the highest amount that a participant may earn by their answers, in minor units of the
 * currency; 0 if answers earn nothing.
 * @param terms an operand of type jsonb, may be null
 */
export const maxPayForAnswersSql = (terms: string): string =>
  `coalesce((${terms} #>> '{by_answers,most}')::integer, 0)`;

/**
 * Reads the highest amount that one participant may earn by their answers, from the payment terms
 * that the launch froze: in minor units, 0 if answers earn nothing.
 */
export async function maxPayForAnswers(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
): Promise<number> {
  const [row] = await on.query<{ most: number }>(
    `SELECT ${maxPayForAnswersSql(`snapshot -> 'payment_terms'`)} AS most FROM research.session WHERE id = $1`,
    [sessionId],
  );
  return row?.most ?? 0;
}
