import * as funding from '../../../contracts/payments/funding';
import { readPricing } from '../../../contracts/payments/pricing';
import { readSessionCost } from '../../../contracts/payments/session-cost';
import { depositOf, walletIdOf } from '../payments/payments-rig';
import { row, type Row } from './row';

/** Wallets, budgets, announced transfers, and what a session costs. */
export const paymentRows: readonly Row[] = [
  row(readPricing, 200),
  row(funding.listWallets, 200),
  row(funding.listDeposits, 200),
  row(
    funding.listWallets,
    { administrator: 200, 'everybody else': 'forbidden' },
    ({ cast }) => ({ query: { researcher: cast.participant._id } }),
    'of another person',
  ),
  row(funding.announceDeposit, 201, { body: { amount: 5_000, currency: 'EUR' } }),
  row(funding.allotBudget, 201, ({ cast }) => ({
    body: { researcher_id: cast.approved._id, amount: 5_000, currency: 'EUR' },
  })),
  row(funding.changeWallet, 200, async ({ run, cast }) => ({
    params: { id: await walletIdOf(run, cast.approved._id) },
    body: { minimum: null },
  })),
  row(funding.refundWallet, 201, async ({ run, cast }) => ({
    params: { id: await walletIdOf(run, cast.approved._id, 1_000) },
    body: { amount: 1_000, reference: 'back to the institute' },
  })),
  row(funding.decideDeposit, 200, async ({ run, cast }) => ({
    params: { id: await depositOf(run, cast.approved) },
    body: { action: 'refuse', reason: 'nothing arrived' },
  })),
  row(
    readSessionCost,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: (await scene.session()).session } }),
  ),
];
