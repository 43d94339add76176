import type { ExpenseLine, ExpenseSummary } from '../../../contracts/payments/expenses';

const study = { _id: '0193a1b2-0000-7000-8000-000000000091', title: 'Attention and memory' };
const session = { _id: '0193a1b2-0000-7000-8000-000000000092', number: 1, name: null };

/** Costs of ten spots at €4.50 with a fee of €0.45 each; one spot is paid, and one is owed. */
export const aSessionCosts = (
  more: Partial<ExpenseSummary['sessions'][number]> = {},
): ExpenseSummary['sessions'][number] => ({
  study,
  session,
  spots: 10,
  currency: 'EUR',
  approved_payments: 2,
  paid_payments: 1,
  owed: 450,
  paid: 450,
  fees: 90,
  held: 3_960,
  ...more,
});

export const anExpense = (more: Partial<ExpenseLine> = {}): ExpenseLine => ({
  _id: '0193a1b2-0000-7000-8000-000000000093',
  day: '2026-11-20',
  kind: 'owed',
  method: null,
  currency: 'EUR',
  wallet: 0,
  held: -495,
  owed: 450,
  gift_codes: 0,
  fee: 45,
  study,
  session,
  reference: null,
  cost_centre: null,
  ...more,
});
