import type { BonusFault } from '../../../contracts/payments/bonus-faults';
import type { PayByAnswersLine } from '../../../contracts/payments/pay-by-answers';
import {
  emptyAnswerColumn,
  type AnswerColumn,
} from '../../research-data/answers/answer-columns.rule';
import { toPayableMinorUnits, type Expression } from './expression.rule';

/**
 * Computes what an expression pays each participant; a participant to whom it pays nothing has no
 * line.
 * @param codes of the participants who may be paid
 * @param answers by participant code, then by column name
 * @returns the lines. `fault` is set if a name occurs in no participant's answers, or if the
 * expression yields no number for a participant
 */
export function computeAnswerAmounts(
  expression: Expression,
  codes: readonly string[],
  answers: ReadonlyMap<string, ReadonlyMap<string, AnswerColumn>>,
  { digits, most }: { digits: number; most: number },
): { lines: PayByAnswersLine[]; fault?: BonusFault } {
  const isKnown = (name: string) =>
    [...answers.values()].some((columns) => columns.get(name)?.last !== undefined);
  if (codes.length > 0 && ![...expression.names].every(isKnown))
    return { lines: [], fault: 'unknown_variable' };
  const lines: PayByAnswersLine[] = [];
  for (const participant of codes) {
    const columns = answers.get(participant);
    const value = expression.of((name) => columns?.get(name) ?? emptyAnswerColumn);
    if (value === null) return { lines: [], fault: 'no_number' };
    const amount = toPayableMinorUnits(value, digits, most);
    if (amount > 0) lines.push({ participant, amount });
  }
  return { lines };
}
