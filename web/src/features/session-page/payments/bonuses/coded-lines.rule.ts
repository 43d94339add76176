import type { PayByAnswersLine } from '../../../../../../contracts/payments/pay-by-answers';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';
import { parseAmount, codeAndAmountPattern, type BonusLineFaultCode } from './named-lines.rule';

export interface ParticipantCodeLine extends PayByAnswersLine {
  /** The line number in the text, from 1. */
  readonly line: number;
}
export interface ParticipantCodeFault {
  readonly line: number;
  readonly code: Extract<BonusLineFaultCode, 'no_amount' | 'too_big' | 'twice'> | 'no_code';
}

const wholeCode = /^[0-9a-f]{32}$/;
const hasDigit = /\d/;

/**
 * Reads lines, each with a participant's code, as exports contain it, and an amount. Blank lines
 * and a first line with the names of the columns are ignored.
 */
export function parseParticipantCodeLines(
  text: string,
  currency: string,
): { lines: ParticipantCodeLine[]; faults: ParticipantCodeFault[] } {
  const lines: ParticipantCodeLine[] = [];
  const faults: ParticipantCodeFault[] = [];
  const seen = new Set<string>();
  text.split(/\r?\n/).forEach((row, index) => {
    const line = index + 1;
    const read = row
      .replace(/^\uFEFF/, '')
      .replaceAll('"', '')
      .trim();
    if (read === '' || (index === 0 && !hasDigit.test(read))) return;
    const fault = (code: ParticipantCodeFault['code']) => faults.push({ line, code });
    const [, given = read, money = ''] = codeAndAmountPattern.exec(read) ?? [];
    const participant = given.toLowerCase();
    if (!wholeCode.test(participant)) return fault('no_code');
    const amount = parseAmount(money.trim(), currency);
    if (amount === null) return fault('no_amount');
    if (amount > paymentsLimits.bonusAmount) return fault('too_big');
    if (seen.has(participant)) return fault('twice');
    seen.add(participant);
    lines.push({ line, participant, amount });
  });
  return { lines, faults };
}
