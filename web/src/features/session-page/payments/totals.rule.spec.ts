import type { PaymentState } from '../../../../../contracts/payments/payments';
import { paymentTotalsOf } from './totals.rule';

const one = (state: PaymentState, amount: number) => ({ state, amount, currency: 'EUR' });

test('payments are counted and summed for each state, in the order in which a payment passes the states', () =>
  expect(
    paymentTotalsOf([one('paid', 300), one('due', 300), one('paid', 250), one('waived', 300)]),
  ).toEqual([
    { state: 'due', count: 1, amount: 300, currency: 'EUR' },
    { state: 'paid', count: 2, amount: 550, currency: 'EUR' },
    { state: 'waived', count: 1, amount: 300, currency: 'EUR' },
  ]));

test('a session without payments has no totals', () => expect(paymentTotalsOf([])).toEqual([]));
