import type { Money } from '../../../../../contracts/base/fields';
import type { ParticipantPayment } from '../../../../../contracts/payments/payments';

export interface PaidInYear {
  /** Four digits: the year (UTC) of the day on which the payment arrived. */
  year: string;
  /** One sum for each currency, in minor units, by the currency's code. */
  sums: Money[];
}

/** Adds up what a participant was paid in each year, the latest year first. */
export function paidByYear(
  payments: readonly Pick<ParticipantPayment, 'state' | 'day' | 'amount' | 'currency'>[],
): PaidInYear[] {
  const years = new Map<string, Map<string, number>>();
  for (const { state, day, amount, currency } of payments) {
    if (state !== 'paid') continue;
    const year = day.slice(0, 4);
    const sums = years.get(year) ?? new Map<string, number>();
    years.set(year, sums.set(currency, (sums.get(currency) ?? 0) + amount));
  }
  return [...years]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([year, sums]) => ({
      year,
      sums: [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, amount]) => ({ currency, amount })),
    }));
}
