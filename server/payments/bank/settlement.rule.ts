import type { PayoutLineState, PayoutSettlement } from '../../../contracts/payments/bank-payouts';

export interface DecidedBatchLine {
  readonly id: string;
  readonly state: 'paid' | 'returned';
  readonly reason: string | null;
  /** Whether the bank returned a transfer that was marked as paid. */
  readonly is_late: boolean;
}

/**
 * Decides which lines of a batch change by the bank's results. Leaves out lines that already have
 * the reported result. A line that was paid may still be returned.
 * @returns the changes, or the code of a refusal:
 * - `not_found` if a line is not in the batch
 * - `already_decided` if a returned line is now reported as paid
 */
export function decideBatchLines(
  lines: readonly {
    readonly id: string;
    readonly state: PayoutLineState;
    /** False if the recipient's account was erased: then no file for the bank contains the line. */
    readonly has_account: boolean;
  }[],
  settlement: PayoutSettlement,
): DecidedBatchLine[] | 'not_found' | 'already_decided' {
  if ('all' in settlement)
    return lines
      .filter(({ state, has_account }) => state === 'drawn' && has_account)
      .map(({ id }) => ({ id, state: settlement.all, reason: null, is_late: false }));
  const states = new Map(lines.map(({ id, state }) => [id, state]));
  const decided: DecidedBatchLine[] = [];
  for (const line of settlement.lines) {
    const present = states.get(line.id);
    if (present === undefined) return 'not_found';
    if (present === line.state) continue;
    const is_late = present === 'paid';
    if (present !== 'drawn' && !is_late) return 'already_decided';
    const reason = line.state === 'returned' ? (line.reason ?? null) : null;
    decided.push({ id: line.id, state: line.state, reason, is_late });
  }
  return decided;
}
