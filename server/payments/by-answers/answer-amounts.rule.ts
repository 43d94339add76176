import type { BonusFault } from '../../../contracts/payments/bonus-faults';
import type { AnswerLine } from '../../../contracts/payments/pay-by-answers';
import { amountOf, type ColumnValues, type Expression } from './expression.rule';

const none: ColumnValues = { last: undefined, sum: 0, count: 0 };

/**
 * What an expression pays each participant; who gets nothing by it has no line.
 * @param codes of the participants who may be paid
 * @param answers by code, and by the name of the column
 * @returns `fault` where no participant's answers have a name, or one of them lacks a number
 */
export function amountsOf(
  expression: Expression,
  codes: readonly string[],
  answers: ReadonlyMap<string, ReadonlyMap<string, ColumnValues>>,
  { digits, most }: { digits: number; most: number },
): { lines: AnswerLine[]; fault?: BonusFault } {
  const isKnown = (name: string) =>
    [...answers.values()].some((columns) => columns.get(name)?.last !== undefined);
  if (codes.length > 0 && ![...expression.names].every(isKnown))
    return { lines: [], fault: 'unknown_variable' };
  const lines: AnswerLine[] = [];
  for (const participant of codes) {
    const columns = answers.get(participant);
    const value = expression.of((name) => columns?.get(name) ?? none);
    if (value === null) return { lines: [], fault: 'no_number' };
    const amount = amountOf(value, digits, most);
    if (amount > 0) lines.push({ participant, amount });
  }
  return { lines };
}
