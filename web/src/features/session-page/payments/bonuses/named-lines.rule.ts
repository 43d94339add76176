import { currencyDigits } from '../../../../../../contracts/money/currency-digits';
import { paymentsLimits } from '../../../../../../contracts/payments/limits';

export const bonusLineFaults = ['no_amount', 'too_big', 'unknown', 'ambiguous', 'twice'] as const;
export type BonusLineFaultCode = (typeof bonusLineFaults)[number];
export interface BonusTagLineFault {
  /** The line number in the text, from 1. */
  readonly line: number;
  readonly code: BonusLineFaultCode;
}
export interface BonusTagLine {
  readonly line: number;
  readonly tag: string;
  /** Minor units. */
  readonly amount: number;
}

const wholeTag = /^[0-9a-f]{16}$/;
/** Matches a participant code, a separator and an amount. */
export const codeAndAmountPattern = /^([^\s,;]+)\s*[\s,;]\s*(\S.*)$/;

/**
 * Reads an amount.
 * @returns minor units; null if the text is no amount of the currency
 */
export function parseAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === '' || decimals.length > digits) return null;
  const amount = Number(whole + decimals.padEnd(digits, '0'));
  return amount > 0 ? amount : null;
}

/**
 * Reads lines, each with a participant code and an amount. The code is complete, or shortened to
 * its beginning, as lists show it. Blank lines are ignored.
 * @param tags the complete codes of the participants
 */
export function parseBonusTagLines(
  text: string,
  tags: readonly string[],
  currency: string,
): { lines: BonusTagLine[]; faults: BonusTagLineFault[] } {
  const lines: BonusTagLine[] = [];
  const faults: BonusTagLineFault[] = [];
  const seen = new Set<string>();
  const known = [...new Set(tags)];
  text.split(/\r?\n/).forEach((row, index) => {
    const line = index + 1;
    if (row.trim() === '') return;
    const fault = (code: BonusLineFaultCode) => faults.push({ line, code });
    const [, code = '', money = ''] = codeAndAmountPattern.exec(row.trim()) ?? [];
    const amount = parseAmount(money.trim(), currency);
    if (amount === null) return fault('no_amount');
    if (amount > paymentsLimits.bonusAmount) return fault('too_big');
    const given = code.toLowerCase();
    const meant = known.filter((tag) => tag.startsWith(given));
    const tag = wholeTag.test(given) ? given : meant[0];
    if (tag === undefined) return fault('unknown');
    if (meant.length > 1) return fault('ambiguous');
    if (seen.has(tag)) return fault('twice');
    seen.add(tag);
    lines.push({ line, tag, amount });
  });
  return { lines, faults };
}
