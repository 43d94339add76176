import { Module, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { SessionMoney } from '../enrolment/launch/session-money';
import { BankProvider } from './bank/bank-provider';
import { BatchLinesRead } from './bank/batch-lines.read';
import { PayoutBatchRead } from './bank/batch.read';
import { CreatePayoutBatchHandler } from './bank/create-payout-batch.command';
import { ForgetPayoutMethodHandler } from './bank/forget-payout-method.command';
import { StorePayoutMethodHandler } from './bank/keep-payout-method.command';
import { PayoutMethodRead } from './bank/payout-method.read';
import { SettleBatchHandler } from './bank/settle-batch.command';
import { PayBonusHandler } from './bonuses/pay-bonus.command';
import { PayByAnswersHandler } from './by-answers/pay-by-answers.command';
import { ResearchDataModule } from '../research-data/research-data.module';
import { PayoutCheckRead } from './checks/payout-check.read';
import { ReleasePayoutHandler } from './checks/release-payout.command';
import { YearTotals } from './checks/year-totals';
import { BookPayments } from './booking/book-payments';
import { CashDesk } from './desk/cash-desk';
import { PayAtDeskHandler } from './desk/pay-at-desk.command';
import { StudiesModule } from '../studies/studies.module';
import { ExpensesRead } from './expenses/expenses.read';
import { AllotBudgetHandler } from './funding/allot-budget.command';
import { AnnounceDepositHandler } from './funding/announce-deposit.command';
import { DecideDepositHandler } from './funding/decide-deposit.command';
import { DepositRead } from './funding/deposit.read';
import { AddGiftCodesHandler } from './gift-codes/add-gift-codes.command';
import { GiftCodeProvider } from './gift-codes/gift-code-provider';
import { GiftCodesRead } from './gift-codes/gift-codes.read';
import { ReleaseHolds } from './holds/release-holds';
import { SessionCostRead } from './holds/session-cost.read';
import { SessionHolds } from './holds/session-holds';
import { AnswerRejectionHandler } from './payments/answer-rejection.command';
import { ChangePaymentMethodsHandler } from './payments/change-payment-methods.command';
import { SetInvoiceAddressHandler } from './invoice/set-invoice-address.command';
import { OwnPaymentsRead } from './payments/own-payments.read';
import { PaymentWatchersRead } from './payments/payment-watchers.read';
import { SessionPaymentsRead } from './payments/session-payments.read';
import { WaivePaymentHandler } from './payments/waive-payment.command';
import { ChoosePaymentMethodHandler } from './payouts/choose-payment-method.command';
import { PayoutProviders } from './payouts/payout-providers';
import { Payouts } from './payouts/payouts';
import { IssueReceiptHandler } from './receipts/issue-receipt.command';
import { DisbursementLogNamesRead } from './receipts/log-names.read';
import { ReceiptsRead } from './receipts/receipts.read';
import { RefundsRead } from './receipts/refunds.read';
import { DecideRejectionAnswerHandler } from './rejection-answers/decide-rejection-answer.command';
import { RejectionAnswerRead } from './rejection-answers/rejection-answer.read';
import { RateLimit } from '../platform/security/rate-limit';
import { SigningKeys } from '../platform/security/signing-keys';
import { ChangeWalletHandler } from './wallets/change-wallet.command';
import { RefundWalletHandler } from './wallets/refund-wallet.command';
import { WalletRead } from './wallets/wallet.read';

const handlers = [
  AllotBudgetHandler,
  AnnounceDepositHandler,
  ChangeWalletHandler,
  DecideDepositHandler,
  RefundWalletHandler,
  AddGiftCodesHandler,
  AnswerRejectionHandler,
  ChangePaymentMethodsHandler,
  ChoosePaymentMethodHandler,
  IssueReceiptHandler,
  SetInvoiceAddressHandler,
  DecideRejectionAnswerHandler,
  CreatePayoutBatchHandler,
  ForgetPayoutMethodHandler,
  StorePayoutMethodHandler,
  PayAtDeskHandler,
  PayBonusHandler,
  PayByAnswersHandler,
  ReleasePayoutHandler,
  SettleBatchHandler,
  WaivePaymentHandler,
];

const reads = [
  BatchLinesRead,
  PayoutBatchRead,
  DepositRead,
  ExpensesRead,
  GiftCodesRead,
  DisbursementLogNamesRead,
  PayoutCheckRead,
  OwnPaymentsRead,
  PaymentWatchersRead,
  PayoutMethodRead,
  SessionCostRead,
  SessionPaymentsRead,
  WalletRead,
  ReceiptsRead,
  RefundsRead,
  RejectionAnswerRead,
];
const payers = [
  BankProvider,
  BookPayments,
  CashDesk,
  GiftCodeProvider,
  PayoutProviders,
  Payouts,
  YearTotals,
];

/** Payments of studies: wallets of researchers, money held for sessions, and what participants are owed and paid. */
@Module({
  imports: [CqrsModule, EnrolmentModule, ResearchDataModule, StudiesModule],
  providers: [...handlers, ...reads, ...payers, RateLimit, ReleaseHolds, SessionHolds, SigningKeys],
  exports: [...reads, ...payers, ReleaseHolds],
})
export class PaymentsModule implements OnModuleInit {
  constructor(
    private readonly money: SessionMoney,
    private readonly holds: SessionHolds,
  ) {}

  onModuleInit(): void {
    this.money.keptBy(this.holds);
  }
}
