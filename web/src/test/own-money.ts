import type { Deposit, Wallet } from '../../../contracts/payments/funding';
import type { SessionCost } from '../../../contracts/payments/session-cost';

export const ada = {
  _id: '0193a1b2-0000-7000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Lovelace',
};

/** A wallet of Ada whose balance cannot fall below zero. */
export const aWallet = (more: Partial<Wallet> = {}): Wallet => ({
  _id: '0193a1b2-0000-7000-8000-000000000071',
  researcher: ada,
  currency: 'EUR',
  balance: 50_000,
  held: 0,
  minimum: 0,
  ...more,
});

/** A bank transfer that Ada announced. */
export const aDeposit = (more: Partial<Deposit> = {}): Deposit => ({
  _id: '0193a1b2-0000-7000-8000-000000000081',
  researcher: ada,
  amount: 50_000,
  currency: 'EUR',
  reference: 'CL-7K3M-92QX',
  state: 'announced',
  bank_reference: null,
  reason: null,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
});

/** The cost of ten spots at €3.00, for which the wallet has enough. */
export const aSessionCost = (more: Partial<SessionCost> = {}): SessionCost => ({
  seats: 10,
  reward: 300,
  fee: 0,
  by_answers: 0,
  by_answers_most: 0,
  total: 3_000,
  held: 0,
  missing: 0,
  currency: 'EUR',
  ...more,
});
