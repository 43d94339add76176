import * as bankPayouts from '../../contracts/payments/bank-payouts';
import { bonusFaults } from '../../contracts/payments/bonus-faults';
import * as bonuses from '../../contracts/payments/bonuses';
import { paymentsErrors } from '../../contracts/payments/errors';
import * as expenses from '../../contracts/payments/expenses';
import * as funding from '../../contracts/payments/funding';
import { giftCodeFaults } from '../../contracts/payments/gift-codes/gift-code-faults';
import * as giftCodes from '../../contracts/payments/gift-codes/gift-codes';
import * as invoiceAddress from '../../contracts/payments/receipts/invoice-address';
import { readDisbursementLogNames } from '../../contracts/payments/receipts/log-names';
import * as paymentsContract from '../../contracts/payments/payments';
import * as payoutChecks from '../../contracts/payments/payout-checks';
import * as rejectionAnswers from '../../contracts/payments/rejection-answers';
import * as receipts from '../../contracts/payments/receipts/receipts';
import { readPricing } from '../../contracts/payments/pricing';
import { payByAnswers } from '../../contracts/payments/pay-by-answers';
import { readSessionCost } from '../../contracts/payments/session-cost';
import { defineContext, endpointsOf } from '../platform/context/context';
import { declareErrors, declareFieldErrors } from '../platform/i18n/error-texts';
import { BookPaymentsJob } from './booking/book-payments.job';
import { CountStocksJob } from './gift-codes/count-stocks.job';
import { giftCodePurposes } from './gift-codes/gift-code-purposes';
import { GiftCodesConsumer } from './gift-codes/gift-codes.consumer';
import { giftCodesMails } from './gift-codes/gift-codes-low.mail';
import { WriteOffGiftCodesJob } from './gift-codes/write-off-gift-codes.job';
import { FindClosedSessionsJob } from './holds/find-closed-sessions.job';
import { HoldsConsumer } from './holds/holds.consumer';
import { ReleaseHoldsJob } from './holds/release-holds.job';
import { ExpireUnclaimedPaymentsJob } from './payments/expire-unclaimed-payments.job';
import { paymentsErasure } from './payments.erasure';
import { paymentsEvents } from './payments.events';
import { paymentsExports } from './payments.exports';
import { PaymentsModule } from './payments.module';
import { paymentsPolicies } from './payments.policy';
import { paymentsRateLimits } from './payments.rate-limits';
import { paymentsTables } from './payments.tables';
import { paymentsTexts } from './payments-texts';
import { ApplyLateReturnsJob } from './payouts/follow-late-returns.job';
import { ContinuePayoutsJob } from './payouts/continue-payouts.job';

const keyPurposes = [
  'bank-payout',
  'bonus-digest',
  'cash-code',
  ...giftCodePurposes,
  'payout',
  'payout-method',
  'payout-method-of',
  'payout-total-of',
  'payout-check',
  'receipt',
  'disbursement-hand',
] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const payments = defineContext({
  name: 'payments',
  about:
    'What studies pay: wallets of researchers, what is held for sessions, what participants are owed and paid.',
  texts: [paymentsTexts],
  errors: declareErrors(paymentsErrors, (code, values) =>
    paymentsTexts.sentence(`error.${code}`, values),
  ),
  fieldErrors: declareFieldErrors([...giftCodeFaults, ...bonusFaults], (code) =>
    paymentsTexts.sentence(`field.${code}`),
  ),
  modules: [PaymentsModule],
  controllers: async () => [
    (await import('./bank/bank-payouts.controller.js')).BankPayoutsController,
    (await import('./bonuses/bonuses.controller.js')).BonusesController,
    (await import('./by-answers/by-answers.controller.js')).ByAnswersController,
    (await import('./checks/payout-checks.controller.js')).PayoutChecksController,
    (await import('./expenses/expenses.controller.js')).ExpensesController,
    (await import('./funding/funding.controller.js')).FundingController,
    (await import('./gift-codes/gift-codes.controller.js')).GiftCodesController,
    (await import('./holds/holds.controller.js')).HoldsController,
    (await import('./invoice/invoice-address.controller.js')).InvoiceAddressController,
    (await import('./payments/payments.controller.js')).PaymentsController,
    (await import('./receipts/receipts.controller.js')).ReceiptsController,
    (await import('./rejection-answers/rejection-answers.controller.js'))
      .RejectionAnswersController,
  ],
  endpoints: [
    bankPayouts,
    bonuses,
    { payByAnswers },
    expenses,
    funding,
    giftCodes,
    invoiceAddress,
    payoutChecks,
    paymentsContract,
    receipts,
    rejectionAnswers,
    { openLogNames: readDisbursementLogNames, readPricing, readSessionCost },
  ].flatMap(endpointsOf),
  operations: [bankPayouts.payoutBatchFile, expenses.expensesFile, receipts.receiptPdf],
  policies: paymentsPolicies,
  events: paymentsEvents,
  consumers: { 'gift-codes': GiftCodesConsumer, 'session-holds': HoldsConsumer },
  mails: [giftCodesMails],
  jobs: [
    BookPaymentsJob,
    ContinuePayoutsJob,
    CountStocksJob,
    ExpireUnclaimedPaymentsJob,
    FindClosedSessionsJob,
    ApplyLateReturnsJob,
    ReleaseHoldsJob,
    WriteOffGiftCodesJob,
  ],
  tables: paymentsTables,
  keyPurposes,
  limits: Object.values(paymentsRateLimits),
  erasure: paymentsErasure,
  exportFiles: paymentsExports,
});
