import type {
  PayoutLine,
  PayoutSettlement,
} from '../../../../../../contracts/payments/bank-payouts';

const paid = (line: PayoutLine): PayoutLine => ({
  ...line,
  state: 'paid',
  holder: null,
  iban: null,
});

/**
 * Returns the lines of a batch after the server has stored the bank's results. The server deletes
 * the bank accounts of paid lines. A paid line may still be returned.
 */
export function applyBankResults(
  lines: readonly PayoutLine[],
  settlement: PayoutSettlement,
): PayoutLine[] {
  if ('all' in settlement) return lines.map((line) => (line.state === 'drawn' ? paid(line) : line));
  const said = new Map(settlement.lines.map((one) => [one.id, one]));
  return lines.map((line) => {
    const one = said.get(line._id);
    if (!one || line.state === 'returned' || line.state === one.state) return line;
    return one.state === 'paid'
      ? paid(line)
      : { ...line, state: 'returned', reason: one.reason ?? null };
  });
}
