import fc from 'fast-check';
import {
  accrualPostings,
  reversalPostings,
  settlementPostings,
  type BookingAccounts,
} from './booking.rule';

const accounts: BookingAccounts = {
  hold: 'hold',
  wallet: 'wallet',
  payable: 'payable',
  fees: 'fees',
  outside: 'outside',
  giftCodes: 'giftCodes',
};
const sum = (postings: readonly { amount: number }[]) =>
  postings.reduce((total, { amount }) => total + amount, 0);
const byAccount = (postings: readonly { accountId: string; amount: number }[]) =>
  Object.fromEntries(postings.map(({ accountId, amount }) => [accountId, amount]));

describe('a payment that is owed', () => {
  it.each([
    ['the hold alone', { hold: 1_000, wallet: 0 }, { hold: -495, payable: 450, fees: 45 }],
    [
      'the hold and the wallet',
      { hold: 95, wallet: 400 },
      { hold: -95, wallet: -400, payable: 450, fees: 45 },
    ],
    ['the wallet alone', { hold: 0, wallet: Infinity }, { wallet: -495, payable: 450, fees: 45 }],
  ])('is taken from %s', (_, funds, expected) =>
    expect(
      byAccount(accrualPostings({ amount: 450, fee: 45 }, accounts, { ...funds }) ?? []),
    ).toEqual(expected),
  );

  it('is not booked when hold and wallet together lack a cent', () => {
    const funds = { hold: 400, wallet: 94 };
    expect(accrualPostings({ amount: 450, fee: 45 }, accounts, funds)).toBeNull();
    expect(funds).toEqual({ hold: 400, wallet: 94 });
  });

  it('has postings that add up to zero, name no account twice, and never take more than an account has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900 }), fee: fc.nat(90) })),
        fc.nat(5_000),
        fc.nat(5_000),
        (payments, hold, wallet) => {
          const funds = { hold, wallet };
          for (const payment of payments) {
            const postings = accrualPostings(payment, accounts, funds);
            if (postings) {
              expect(sum(postings)).toBe(0);
              expect(new Set(postings.map((one) => one.accountId)).size).toBe(postings.length);
            }
          }
          expect(Math.min(funds.hold, funds.wallet)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('a payment that is paid', () => {
  it('moves the amount from the account of debts to the account for payments outside the platform', () =>
    expect(byAccount(settlementPostings({ amount: 450, method: 'cash' }, accounts))).toEqual({
      payable: -450,
      outside: 450,
    }));

  it('returns its amount to the wallet when it is paid by a gift code, which was bought before', () => {
    const postings = settlementPostings({ amount: 450, method: 'gift_code' }, accounts);
    expect(byAccount(postings)).toEqual({
      payable: -450,
      wallet: 450,
      giftCodes: -450,
      outside: 450,
    });
    expect(sum(postings)).toBe(0);
  });
});

it('A reversal has the postings of its entry with the opposite sign', () => {
  const postings = accrualPostings({ amount: 450, fee: 45 }, accounts, { hold: 500, wallet: 0 });
  expect(byAccount(reversalPostings(postings ?? []))).toEqual({
    hold: 495,
    payable: -450,
    fees: -45,
  });
});
