import type { PaymentState } from '../../../../../contracts/payments/payments';
import { paidByYear } from './paid-by-year.rule';

const one = (day: string, amount: number, currency = 'EUR', state: PaymentState = 'paid') => ({
  day,
  amount,
  currency,
  state,
});

test('paidByYear sums payments by year and currency, the latest year first', () => {
  expect(
    paidByYear([
      one('2025-12-31', 100),
      one('2026-01-01', 450),
      one('2026-03-02', 800, 'USD'),
      one('2026-12-31', 3_800),
    ]),
  ).toEqual([
    {
      year: '2026',
      sums: [
        { amount: 4_250, currency: 'EUR' },
        { amount: 800, currency: 'USD' },
      ],
    },
    { year: '2025', sums: [{ amount: 100, currency: 'EUR' }] },
  ]);
});

test.each(['due', 'approved', 'processing', 'failed', 'rejected', 'reversed', 'waived'] as const)(
  'paidByYear counts no payment that is %s',
  (state) => expect(paidByYear([one('2026-01-01', 450, 'EUR', state)])).toEqual([]),
);
