import { expenseKinds } from '../../../contracts/payments/expenses';
import type { AccountEntry, EntrySum } from '../../ledger/entries/account-entries';
import { ledgerEntryKindsOf, expenseLine } from './expense-lines.rule';
import type { PaidSession } from './expense-scope';
import { expenseSummary } from './expense-sums.rule';

const session: PaidSession = {
  id: 's1',
  study_id: 't1',
  study_title: null,
  name: null,
  number: 2,
  capacity: 30,
  currency: 'EUR',
  hold: 'hold',
  payable: 'payable',
};
const sessions = new Map([
  ['hold', session],
  ['payable', session],
]);
const entry = (kind: string, postings: AccountEntry['postings']): AccountEntry => ({
  id: 'e1',
  day: '2026-11-28',
  kind,
  unit: 'EUR',
  postings,
});

it('A payment by gift code takes the code from the stock, and returns the owed amount to the wallet', () => {
  const line = expenseLine(
    entry('paid-by-gift-code', [
      { account: 'payable', kind: 'payable', amount: -450 },
      { account: 'wallet', kind: 'wallet', amount: 450 },
      { account: 'gifts', kind: 'gift_codes', amount: -450 },
      { account: 'outside', kind: 'outside', amount: 450 },
    ]),
    sessions,
    undefined,
  );
  expect(line).toMatchObject({
    kind: 'paid',
    method: 'gift_code',
    wallet: 450,
    held: 0,
    owed: -450,
    gift_codes: -450,
    fee: 0,
    study: { _id: 't1', title: null },
    session: { _id: 's1', number: 2, name: null },
  });
});

it('A ledger entry of an unknown kind is listed as `other`, with its effect on the wallet', () => {
  const postings = [
    { account: 'wallet', kind: 'wallet', amount: -7 },
    { account: 'outside', kind: 'outside', amount: 7 },
  ] as const;
  expect(expenseLine(entry('new-thing', postings), sessions, undefined)).toMatchObject({
    kind: 'other',
    wallet: -7,
    study: null,
  });
});

it('Each kind in the filter of expenses covers kinds of ledger entries, and no kind of entry is covered twice', () => {
  const all = expenseKinds
    .filter((kind) => kind !== 'other')
    .map((kind) => ledgerEntryKindsOf(kind));
  expect(all.every(({ length }) => length > 0)).toBe(true);
  expect(new Set(all.flat()).size).toBe(all.flat().length);
});

it('Sums of expenses are separate for each currency, session and month, and leave out months without costs', () => {
  const row = (more: Partial<EntrySum>): EntrySum => ({
    owner: 's1',
    kind: 'payment-owed',
    month: '2026-10',
    account: 'payable',
    unit: 'EUR',
    amount: 450,
    entries: 1,
    ...more,
  });
  const rows = [
    row({}),
    row({ account: 'hold', amount: -495 }),
    row({ account: 'fees', amount: 45 }),
    row({ kind: 'paid-by-bank', month: '2026-11', amount: -450 }),
    row({ kind: 'hold', month: '2026-09', account: 'hold', amount: 4_950 }),
    row({ kind: 'hold', month: '2026-09', account: 'wallet', amount: -4_950 }),
    row({ owner: null, kind: 'allotment', account: 'wallet', amount: 700, unit: 'JPY' }),
  ];
  const { currencies, sessions: bySession, months } = expenseSummary(rows, [session], true);
  expect(currencies).toMatchObject([
    { currency: 'EUR', wallet: -4_950, held: 4_455, owed: 0, paid: 450, fees: 45, funded: 0 },
    { currency: 'JPY', wallet: 700, funded: 700, paid: 0 },
  ]);
  expect(bySession).toMatchObject([{ spots: 30, held: 4_455, paid: 450, approved_payments: 1 }]);
  expect(months).toEqual([
    { month: '2026-10', currency: 'EUR', paid: 0, fees: 45 },
    { month: '2026-11', currency: 'EUR', paid: 450, fees: 0 },
  ]);
});
