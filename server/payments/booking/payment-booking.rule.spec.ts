import type { BookingAccounts } from './booking.rule';
import {
  decidePaymentBooking,
  ledgerEntriesOf,
  type BookablePayment,
} from './payment-booking.rule';

const accounts: BookingAccounts = {
  hold: 'hold',
  wallet: 'wallet',
  payable: 'payable',
  fees: 'fees',
  outside: 'outside',
  giftCodes: 'giftCodes',
};
const payment: BookablePayment = {
  id: 'p',
  amount: 450,
  fee: 45,
  state: 'paid',
  method: 'bank',
  accruals: 1,
  accrual_id: 'accrual',
  settlement_id: null,
  returned_settlement_id: null,
  returns: 0,
  is_part: false,
};
const taken = new Map([
  [
    'accrual',
    [
      { accountId: 'hold', amount: -495 },
      { accountId: 'payable', amount: 450 },
      { accountId: 'fees', amount: 45 },
    ],
  ],
  [
    'settled',
    [
      { accountId: 'payable', amount: -450 },
      { accountId: 'outside', amount: 450 },
    ],
  ],
]);
const booked = (more: Partial<BookablePayment>) =>
  ledgerEntriesOf(
    decidePaymentBooking(
      { ...payment, ...more },
      taken,
      accounts,
      { hold: 0, wallet: 0 },
      '2026-11-29',
    ),
  );
const keys = (more: Partial<BookablePayment>) =>
  booked(more).map(({ kind, key }) => `${kind} ${key}`);

describe('A payment whose transfer the bank returned', () => {
  const returned = { state: 'failed' as const, returned_settlement_id: 'settled' };

  it('is owed again, because the ledger reverses its settlement', () => {
    const [entry, ...more] = booked(returned);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'payment-returned',
      reverses: 'settled',
      postings: [
        { accountId: 'payable', amount: 450 },
        { accountId: 'outside', amount: -450 },
      ],
    });
  });

  it('has a different ledger key for each settlement and each return', () => {
    expect(keys({})).toEqual(['paid-by-bank payment:p:paid']);
    expect(keys(returned)).toEqual(['payment-returned payment:p:paid:returned']);
    expect(keys({ returns: 1 })).toEqual(['paid-by-bank payment:p:paid:2']);
    expect(keys({ ...returned, returns: 1 })).toEqual([
      'payment-returned payment:p:paid:2:returned',
    ]);
  });

  it('gets the entry of the return before that of the new payment when it is paid by a different method', () =>
    expect(keys({ ...returned, state: 'paid', method: 'gift_code' })).toEqual([
      'payment-returned payment:p:paid:returned',
      'paid-by-gift-code payment:p:paid:2',
    ]));

  it('is completely reversed when the participant waives it: first the settlement, then the debt', () =>
    expect(keys({ ...returned, state: 'waived' })).toEqual([
      'payment-returned payment:p:paid:returned',
      'payment-reversed payment:p:1:reversal',
    ]));
});

it('A payment whose settlement is booked gets no second settlement', () =>
  expect(booked({ settlement_id: 'settled' })).toEqual([]));
