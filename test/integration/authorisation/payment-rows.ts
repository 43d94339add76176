import * as bankPayouts from '../../../contracts/payments/bank-payouts';
import * as bonuses from '../../../contracts/payments/bonuses';
import { listExpenses, readExpenseSummary } from '../../../contracts/payments/expenses';
import * as funding from '../../../contracts/payments/funding';
import { addGiftCodes, listGiftCodes } from '../../../contracts/payments/gift-codes/gift-codes';
import * as invoiceAddress from '../../../contracts/payments/receipts/invoice-address';
import { payByAnswers } from '../../../contracts/payments/pay-by-answers';
import * as payments from '../../../contracts/payments/payments';
import { readPricing } from '../../../contracts/payments/pricing';
import { readDisbursementLogNames } from '../../../contracts/payments/receipts/log-names';
import {
  listRefunds,
  readReceipt,
  readReceiptKeys,
  verifyReceipt,
} from '../../../contracts/payments/receipts/receipts';
import { listPayoutChecks, releasePayout } from '../../../contracts/payments/payout-checks';
import {
  decideRejectionAnswer,
  listRejectionAnswers,
} from '../../../contracts/payments/rejection-answers';
import { readSessionCost } from '../../../contracts/payments/session-cost';
import { makeAdministrator } from '../../support/people/people';
import {
  adasBankAccount,
  bankTransferRequestsOf,
  makePayoutBatch,
  newCurrency,
} from '../payments/bank/bank-rig';
import { announceTestDeposit, insertPayoutCheck, fundWallet } from '../payments/payments-rig';
import type { MatrixCellFixtures } from './personas';
import { receiptRequestsOf } from '../payments/receipts/receipts-rig';
import { row, type AuthorisationRow } from './row';

const ofBatch = async ({ run }: MatrixCellFixtures) => {
  const administrator = await makeAdministrator(run.source);
  return { params: { id: (await makePayoutBatch(run, administrator)).id } };
};

const aBonus = { reason: 'You were fast.', amount: 100, to: 'approved' };
const answeredRejection = async (scene: MatrixCellFixtures) => {
  const id = await scene.payment();
  await scene.run.source.query(
    `UPDATE research.payment SET state = 'rejected', answer = 'No.', answered_on = day - 1 WHERE id = $1`,
    [id],
  );
  return { params: { id } };
};

/**
 * Makes a session that shows names, and pays its participant. So the disbursement log of the
 * session has an entry.
 */
const paidByName = async (scene: MatrixCellFixtures) => {
  const { run, cast } = scene;
  const participation = await scene.participation({ privacy_level: 'roster_on_start' });
  for (const action of ['start', 'complete'])
    await run
      .http()
      .put(`/api/participations/${participation}/`)
      .set(cast.participant.headers)
      .send({ action })
      .expect(200);
  const [[paid]]: [{ session_id: string }[], number] = await run.source.query(
    `UPDATE research.payment SET state = 'paid', method = 'cash', confirmed_by = 'signature'
     WHERE participation_id = $1 RETURNING session_id`,
    [participation],
  );
  const id = paid?.session_id ?? '';
  const { number } = await receiptRequestsOf(run).body('disbursement-log', id, cast.approved);
  return { params: { id }, query: { number } };
};

/**
 * The rows of the authorisation matrix about wallets, budgets, announced transfers, and the cost of
 * a session.
 */
export const paymentMatrixRows: readonly AuthorisationRow[] = [
  row(readPricing, 200),
  row(funding.listWallets, 200),
  row(funding.listDeposits, 200),
  row(listExpenses, 200),
  row(readExpenseSummary, 200),
  row(
    readExpenseSummary,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ query: { study: await scene.study() } }),
    'of a study',
  ),
  row(listGiftCodes, 200),
  row(addGiftCodes, 'malformed_body', {}, 'without a file'),
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
    params: { id: await fundWallet(run, cast.approved._id) },
    body: { minimum: null },
  })),
  row(funding.refundWallet, 201, async ({ run, cast }) => ({
    params: { id: await fundWallet(run, cast.approved._id, 1_000) },
    body: { amount: 1_000, reference: 'back to the institute' },
  })),
  row(funding.decideDeposit, 200, async ({ run, cast }) => ({
    params: { id: await announceTestDeposit(run, cast.approved) },
    body: { action: 'refuse', reason: 'nothing arrived' },
  })),
  row(
    readSessionCost,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: (await scene.session()).session } }),
  ),
  row(payments.listPayments, 200),
  row(
    payments.listPayments,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ query: { session: (await scene.session()).session } }),
    'of a session',
  ),
  row(
    payments.changePayment,
    { participant: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.payment() }, body: { action: 'waive' } }),
    'by the participant',
  ),
  row(
    payments.changePayment,
    { approved: 'method_not_offered', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: await scene.payment() },
      body: { action: 'confirm-cash', signed: true },
    }),
    'on paper, in an anonymous session',
  ),
  row(
    payments.readCashCode,
    { participant: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.participation() } }),
  ),
  row(
    payments.payCashAtDesk,
    { approved: 'method_not_offered', 'everybody else': 'not_found' },
    async (scene) => ({ params: await scene.rosterLine(), body: { signed: true } }),
  ),
  row(
    bonuses.payBonus,
    {
      pending: 'session_unpaid',
      failed: 'session_unpaid',
      approved: 'session_unpaid',
      'everybody else': 'not_found',
    },
    async (scene) => ({ params: { id: (await scene.session()).session }, body: aBonus }),
    'before the launch',
  ),
  row(bonuses.payBonus, { approved: 200, 'everybody else': 'not_found' }, async (scene) => ({
    params: { id: (await scene.recruiting()).session_id },
    body: aBonus,
  })),
  row(bonuses.payTopUp, { approved: 200, 'everybody else': 'not_found' }, async (scene) => ({
    params: { id: (await scene.recruiting()).session_id },
    body: { reward: 10_000 },
  })),
  row(
    payByAnswers,
    { approved: 'not_paid_by_answers', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: (await scene.recruiting()).session_id },
      body: { reason: 'Right answers', lines: [{ participant: '0'.repeat(32), amount: 100 }] },
    }),
  ),
  row(
    payments.readPaymentMethods,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.study() } }),
  ),
  row(
    payments.changePaymentMethods,
    { pending: 200, failed: 200, approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { id: await scene.study() }, body: { methods: ['cash'] } }),
  ),
  row(bankPayouts.readPayoutMethod, 200),
  row(bankPayouts.savePayoutMethod, 200, { body: adasBankAccount }),
  row(bankPayouts.deletePayoutMethod, 204),
  row(bankPayouts.listPayoutBatches, 200),
  row(bankPayouts.createPayoutBatch, 201, async ({ run }) => {
    const currency = newCurrency();
    await bankTransferRequestsOf(run).ready(1, { currency });
    return { body: { currency } };
  }),
  row(bankPayouts.readPayoutBatch, 200, ofBatch),
  row(bankPayouts.settlePayoutBatch, 200, async (scene) => ({
    ...(await ofBatch(scene)),
    body: { all: 'paid' },
  })),
  row(invoiceAddress.readInvoiceAddress, 200),
  row(invoiceAddress.saveInvoiceAddress, 200, {
    body: { name: 'Lab of Words', lines: ['1 Long Street'], country: 'DE' },
  }),
  row(invoiceAddress.deleteInvoiceAddress, 204),
  row(listPayoutChecks, 200),
  row(releasePayout, 204, async ({ run }) => ({
    params: { id: await insertPayoutCheck(run) },
    body: { action: 'release' },
  })),
  row(listRejectionAnswers, 200),
  row(decideRejectionAnswer, 204, async (scene) => ({
    ...(await answeredRejection(scene)),
    body: { action: 'uphold', reason: 'Both checks were failed.' },
  })),
  row(listRefunds, 200),
  row(readReceiptKeys, 200),
  row(verifyReceipt, 200, {
    body: { receipt: '{}', signature: 'AA', key_version: 1, installation: 'https://lab.test' },
  }),
  row(readReceipt, { approved: 200, 'everybody else': 'not_found' }, async ({ run, cast }) => ({
    params: {
      type: 'deposit',
      id: await receiptRequestsOf(run).confirmed(cast.approved, cast.administrator),
    },
  })),
  row(
    readReceipt,
    { approved: 200, 'everybody else': 'not_found' },
    async (scene) => ({ params: { type: 'session', id: (await scene.recruiting()).session_id } }),
    'of a session',
  ),
  row(readDisbursementLogNames, { approved: 200, 'everybody else': 'not_found' }, paidByName),
  row(
    readDisbursementLogNames,
    { approved: 'session_anonymous', 'everybody else': 'not_found' },
    async (scene) => ({
      params: { id: (await scene.recruiting()).session_id },
      query: { number: 'L-2026-00001' },
    }),
    'of an anonymous session',
  ),
];
