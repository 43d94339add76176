import type { ExpenseSummary } from '../../../contracts/payments/expenses';
import type { EntrySum } from '../../ledger/entries/account-entries';
import { isFundingEntryKind, isPayoutEntryKind } from './expense-lines.rule';
import type { PaidSession } from './expense-scope';

type Sums = Omit<ExpenseSummary['sessions'][number], 'study' | 'session' | 'spots' | 'currency'>;

/**
 * Adds up the amounts of a group of ledger entries: one sum for what was approved, one for what was
 * paid, and so on.
 */
export function sumExpenseEntries(rows: readonly EntrySum[]): Sums {
  const sums = {
    approved_payments: 0,
    paid_payments: 0,
    owed: 0,
    paid: 0,
    fees: 0,
    held: 0,
  };
  for (const { kind, account, amount, entries } of rows) {
    if (account === 'hold') sums.held += amount;
    if (account === 'fees') sums.fees += amount;
    if (account !== 'payable') continue;
    sums.owed += amount;
    if (kind === 'payment-owed') sums.approved_payments += entries;
    if (kind === 'payment-reversed') sums.approved_payments -= entries;
    if (!isPayoutEntryKind(kind) && kind !== 'payment-returned') continue;
    sums.paid_payments += isPayoutEntryKind(kind) ? entries : -entries;
    sums.paid -= amount;
  }
  return sums;
}

const amountOn = (rows: readonly EntrySum[], is: (row: EntrySum) => boolean): number =>
  rows.reduce((sum, row) => (is(row) ? sum + row.amount : sum), 0);

function grouped<K>(rows: readonly EntrySum[], keyOf: (row: EntrySum) => K): Map<K, EntrySum[]> {
  const groups = new Map<K, EntrySum[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/**
 * Builds the summary of a researcher's expenses from sums of ledger entries.
 * @param rows sums of entries; `owner` is the session, or null for the accounts of wallets
 * @param withWallets whether the reader may see the wallets
 */
export function expenseSummary(
  rows: readonly EntrySum[],
  sessions: readonly PaidSession[],
  withWallets: boolean,
): ExpenseSummary {
  const bySession = grouped(rows, ({ owner }) => owner);
  const currencies = [...grouped(rows, ({ unit }) => unit)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    currencies: currencies.map(([currency, some]) => ({
      currency,
      ...sumExpenseEntries(some),
      wallet: withWallets ? amountOn(some, ({ account }) => account === 'wallet') : null,
      gift_codes: withWallets ? amountOn(some, ({ account }) => account === 'gift_codes') : null,
      funded: withWallets
        ? amountOn(some, ({ account, kind }) => account === 'wallet' && isFundingEntryKind(kind))
        : null,
    })),
    sessions: sessions.flatMap(
      ({ id, study_id, study_title, name, number, capacity, currency }) => {
        const some = bySession.get(id);
        return some
          ? [
              {
                study: { _id: study_id, title: study_title },
                session: { _id: id, number, name },
                spots: capacity,
                currency,
                ...sumExpenseEntries(some),
              },
            ]
          : [];
      },
    ),
    months: [...grouped(rows, ({ month, unit }) => `${month} ${unit}`)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([key, some]) => {
        const { paid, fees } = sumExpenseEntries(some);
        const [month = '', currency = ''] = key.split(' ');
        return paid === 0 && fees === 0 ? [] : [{ month, currency, paid, fees }];
      }),
  };
}
