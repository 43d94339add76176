import type { ExpenseSummary } from '../../../../../contracts/payments/expenses';

export type SessionCosts = ExpenseSummary['sessions'][number];
type Sums = Omit<SessionCosts, 'study' | 'session' | 'currency'>;

/** The costs of a study in one currency, and the costs of its sessions. */
export interface StudyCosts extends Sums {
  _id: string;
  study: SessionCosts['study'];
  currency: string;
  sessions: SessionCosts[];
}

const sums = [
  'spots',
  'approved_payments',
  'paid_payments',
  'owed',
  'paid',
  'fees',
  'held',
] as const satisfies (keyof Sums)[];

export const sumCosts = (sessions: readonly SessionCosts[]): Sums =>
  Object.fromEntries(
    sums.map((name) => [name, sessions.reduce((sum, one) => sum + one[name], 0)]),
  ) as Record<(typeof sums)[number], number>;

/** Adds up the costs of sessions by study and currency, in the order in which the sessions come. */
export function costsByStudy(sessions: readonly SessionCosts[]): StudyCosts[] {
  const groups = new Map<string, SessionCosts[]>();
  for (const one of sessions) {
    const key = `${one.study._id} ${one.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].flatMap(([_id, some]) => {
    const [first] = some;
    return first
      ? [{ _id, study: first.study, currency: first.currency, sessions: some, ...sumCosts(some) }]
      : [];
  });
}

export interface MonthCosts {
  month: string;
  paid: number;
  fees: number;
}

/**
 * Adds the months without costs between the first and the last month, so that equal distances in
 * the chart are equal times.
 * @param months of one currency, oldest first
 */
export function fillMissingMonths(months: readonly MonthCosts[]): MonthCosts[] {
  const known = new Map(months.map((one) => [one.month, one]));
  const [first, last] = [months[0]?.month, months.at(-1)?.month];
  if (first === undefined || last === undefined) return [];
  const all: MonthCosts[] = [];
  for (let month = first; month <= last; month = after(month))
    all.push(known.get(month) ?? { month, paid: 0, fees: 0 });
  return all;
}

/** Returns the next month: `2027-01` after `2026-12`. */
function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
