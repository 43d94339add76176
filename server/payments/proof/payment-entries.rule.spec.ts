import type { EntryRecord } from '../../ledger/entries/entry-records';
import { reversalPostings, settlementPostings } from '../booking/booking.rule';
import {
  paymentAgreesWithLedger,
  isPaymentUnbooked,
  ledgerKeysOfPayment,
  paymentOfLedgerKey,
  type PaymentToVerify,
} from './payment-entries.rule';

const accounts = {
  hold: 'hold',
  wallet: 'wallet',
  payable: 'payable',
  fees: 'fees',
  outside: 'outside',
  giftCodes: 'giftCodes',
};
const id = '0190a000-0000-4000-8000-000000000001';
const payment = (more: Partial<PaymentToVerify> = {}): PaymentToVerify => ({
  ...{ id, amount: 450, fee: 45, state: 'approved', method: null },
  ...{ accruals: 1, accrual_id: 'owed 1', settlement_id: null },
  ...{ returned_settlement_id: null, returns: 0 },
  ...more,
});
const fromHold = [
  { accountId: 'hold', amount: -495 },
  { accountId: 'payable', amount: 450 },
  { accountId: 'fees', amount: 45 },
];
const fromBoth = [
  { accountId: 'wallet', amount: -95 },
  { accountId: 'hold', amount: -400 },
  ...fromHold.slice(1),
];
const entry = (step: string, more: Partial<EntryRecord> = {}): EntryRecord => ({
  ...{ id: `owed ${step}`, key: `payment:${id}:${step}`, kind: 'payment-owed' },
  ...{ reverses: null, postings: fromHold },
  ...more,
});
const reversal = (n: number) =>
  entry(`${n}:reversal`, {
    kind: 'payment-reversed',
    reverses: `owed ${n}`,
    postings: reversalPostings(fromHold),
  });
const paidBy = (method: 'cash' | 'gift_code' | 'bank') =>
  entry('paid', {
    kind: `paid-by-${method.replace('_', '-')}`,
    postings: settlementPostings({ amount: 450, method }, accounts),
  });
const returned = (n: number) => {
  const step = n === 1 ? 'paid' : `paid:${n}`;
  return entry(`${step}:returned`, {
    kind: 'payment-returned',
    reverses: `owed ${step}`,
    postings: reversalPostings(paidBy('bank').postings),
  });
};
const paidAgain = entry('paid:2', { kind: 'paid-by-cash', postings: paidBy('cash').postings });
const agrees = (of: PaymentToVerify, ...entries: EntryRecord[]) =>
  paymentAgreesWithLedger(of, new Map(entries.map((one) => [one.key, one])), accounts);

describe('a payment and its ledger entries', () => {
  it.each<[string, PaymentToVerify, EntryRecord[]]>([
    ['nothing is owed yet', payment({ state: 'due', accruals: 0, accrual_id: null }), []],
    ['it is owed', payment(), [entry('1')]],
    ['the wallet gave a part', payment(), [entry('1', { postings: fromBoth })]],
    [
      'it was taken back',
      payment({ state: 'waived', accrual_id: null }),
      [entry('1'), reversal(1)],
    ],
    [
      'it is owed a second time',
      payment({ accruals: 2, accrual_id: 'owed 2' }),
      [entry('1'), reversal(1), entry('2')],
    ],
    [
      'a transfer came back, which is not booked yet',
      payment({ state: 'failed', returned_settlement_id: 'owed paid' }),
      [entry('1'), paidBy('bank')],
    ],
    [
      'a transfer came back',
      payment({ state: 'failed', returns: 1 }),
      [entry('1'), paidBy('bank'), returned(1)],
    ],
    [
      'a transfer came back, and it was paid in cash',
      payment({ state: 'paid', method: 'cash', returns: 1, settlement_id: 'owed paid:2' }),
      [entry('1'), paidBy('bank'), returned(1), paidAgain],
    ],
    ...(['cash', 'gift_code', 'bank'] as const).map(
      (method): [string, PaymentToVerify, EntryRecord[]] => [
        `it was paid by ${method}`,
        payment({ state: 'paid', method, settlement_id: 'owed paid' }),
        [entry('1'), paidBy(method)],
      ],
    ),
  ])('agree where %s', (_, of, entries) => expect(agrees(of, ...entries)).toBe(true));

  const paid = payment({ state: 'paid', method: 'cash', settlement_id: 'owed paid' });
  it.each([
    ['the entry is missing', payment(), []],
    ['the entry is of another payment', payment({ accrual_id: 'another' }), [entry('1')]],
    ['the amount differs', payment({ amount: 451 }), [entry('1')]],
    ['the fee differs', payment({ fee: 44 }), [entry('1')]],
    ['it was taken back without knowing it', payment(), [entry('1'), reversal(1)]],
    ['it claims to be taken back', payment({ accrual_id: null }), [entry('1')]],
    [
      'it was owed before and never taken back',
      payment({ accruals: 2, accrual_id: 'owed 2' }),
      [entry('1'), entry('2')],
    ],
    ['it knows an entry without a number', payment({ accruals: 0 }), [entry('1')]],
    ['it was paid without knowing it', payment(), [entry('1'), paidBy('cash')]],
    ['it claims to be paid', paid, [entry('1')]],
    [
      'it does not know that a transfer came back',
      { ...paid, method: 'bank' as const },
      [entry('1'), paidBy('bank'), returned(1)],
    ],
    [
      'it claims that a transfer came back',
      payment({ state: 'failed', returns: 1 }),
      [entry('1'), paidBy('bank')],
    ],
    ['it was paid twice', paid, [entry('1'), paidBy('cash'), paidAgain]],
    ['it was paid in another way', paid, [entry('1'), paidBy('bank')]],
    [
      'it was paid and counts as owed',
      { ...paid, state: 'approved' as const },
      [entry('1'), paidBy('cash')],
    ],
    ['it was paid and never owed', { ...paid, accruals: 0, accrual_id: null }, [paidBy('cash')]],
  ])('disagree where %s', (_, of, entries) => expect(agrees(of, ...entries)).toBe(false));

  it.each([
    ['approved', null, null, true],
    ['approved', 'owed 1', null, false],
    ['waived', 'owed 1', null, true],
    ['paid', 'owed 1', null, true],
    ['paid', 'owed 1', 'owed paid', false],
    ['due', null, null, false],
  ] as const)(
    'in the state %s with the entries %p and %p waits to be booked: %p',
    (state, accrual_id, settlement_id, waits) =>
      expect(isPaymentUnbooked(payment({ state, accrual_id, settlement_id }))).toBe(waits),
  );
});

it('the ledger keys of a payment lead back to the payment, and other keys to none', () => {
  for (const key of ledgerKeysOfPayment(payment({ accruals: 2 })))
    expect(paymentOfLedgerKey(key)?.id).toBe(id);
  for (const key of [`payment:${id}`, `payment:${id}:1:again`, `hold:${id}:1`, 'payment:x:1'])
    expect(paymentOfLedgerKey(key)).toBeUndefined();
});
