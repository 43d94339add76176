import type { PayoutLine } from '../../../../../../contracts/payments/bank-payouts';
import { applyBankResults } from './settled.rule';

const aLine = (more: Partial<PayoutLine>): PayoutLine => ({
  _id: 'a',
  holder: 'Ada Lovelace',
  iban: 'DE89370400440532013000',
  amount: 450,
  state: 'drawn',
  reason: null,
  ...more,
});
const open = aLine({});
const returned = aLine({ _id: 'b', state: 'returned', reason: 'closed' });
const afterPaid = aLine({ state: 'paid', holder: null, iban: null });

it('All open lines become paid, without their accounts', () =>
  expect(applyBankResults([open, returned], { all: 'paid' })).toEqual([afterPaid, returned]));

it('One line becomes paid or returned, and the others stay', () => {
  const other = aLine({ _id: 'c' });
  expect(applyBankResults([open, other], { lines: [{ id: 'a', state: 'paid' }] })).toEqual([
    afterPaid,
    other,
  ]);
  expect(
    applyBankResults([open, other], {
      lines: [{ id: 'c', state: 'returned', reason: 'no such account' }],
    }),
  ).toEqual([open, { ...other, state: 'returned', reason: 'no such account' }]);
});

it('A paid line may become returned', () =>
  expect(
    applyBankResults([afterPaid], { lines: [{ id: 'a', state: 'returned', reason: 'closed' }] }),
  ).toEqual([{ ...afterPaid, state: 'returned', reason: 'closed' }]));

it('A returned line stays returned', () =>
  expect(
    applyBankResults([returned], { lines: [{ id: 'b', state: 'returned', reason: 'x' }] }),
  ).toEqual([returned]));
