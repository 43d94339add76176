import { Module, type OnModuleInit } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { SessionMoney } from '../enrolment/launch/session-money';
import { AllotBudgetHandler } from './funding/allot-budget.command';
import { AnnounceDepositHandler } from './funding/announce-deposit.command';
import { DecideDepositHandler } from './funding/decide-deposit.command';
import { DepositRead } from './funding/deposit.read';
import { ReleaseHolds } from './holds/release-holds';
import { SessionCostRead } from './holds/session-cost.read';
import { SessionHolds } from './holds/session-holds';
import { ChangeWalletHandler } from './wallets/change-wallet.command';
import { RefundWalletHandler } from './wallets/refund-wallet.command';
import { WalletRead } from './wallets/wallet.read';

const handlers = [
  AllotBudgetHandler,
  AnnounceDepositHandler,
  ChangeWalletHandler,
  DecideDepositHandler,
  RefundWalletHandler,
];

/** What studies pay: wallets of researchers, and the money that is held for sessions. */
@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [...handlers, DepositRead, ReleaseHolds, SessionCostRead, SessionHolds, WalletRead],
  exports: [DepositRead, ReleaseHolds, SessionCostRead, WalletRead],
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
