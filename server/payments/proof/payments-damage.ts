import type { DamageReporter } from '../../ledger/chain/ledger-check';

/** The kinds of damage that verifying the ledger may find in payments, with their messages. */
export const paymentsDamage = {
  payment_changed: (of: string) =>
    `payment ${of} says something else of itself than the ledger: what it owes, took back or paid`,
  payment_unbooked: (of: string) =>
    `payment ${of} differs from the ledger, which was written since: its state was changed, or a worker has yet to book it`,
  payment_unknown: (of: string) =>
    `entry ${of} is about a payment that is not there, or about none of its steps`,
  bonus_changed: (of: string) =>
    `bonus ${of} was changed, or its payments are not those that were decided: one was changed, added or removed`,
  payout_missing: (of: string) =>
    `payment ${of} counts as paid, and no gift code or bank transfer of its amount was for it`,
  payout_unknown: (of: string) => `${of} is for no payment of its amount`,
  hold_changed: (of: string) =>
    `the hold of session ${of} differs from its entries: its account, its wallet, its price, or how often it changed`,
  payable_changed: (of: string) =>
    `what session ${of} owes in the ledger is not the sum of its payments that are booked and not paid`,
  account_unknown: (of: string) => `account ${of} belongs to no session and no wallet`,
  stock_changed: (of: string) =>
    `the gift codes of wallet ${of} are not worth what the ledger says: one was changed, added or removed`,
  receipt_changed: (of: string) =>
    `receipt ${of} was changed, or this installation did not sign it`,
  receipt_missing: (of: string) => `receipt ${of} is missing, and maybe more after it`,
  receipt_unknown: (of: string) => `receipt ${of} has a number that was not given out`,
} as const;

export type PaymentsDamage = keyof typeof paymentsDamage;
export type ReportPaymentsDamage = DamageReporter<PaymentsDamage>;
