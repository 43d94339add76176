import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import * as funding from '../../../contracts/payments/funding';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { IdempotencyKeyParam } from '../../platform/http/idempotency-key';
import { ChangeWallet } from '../wallets/change-wallet.command';
import { RefundWallet } from '../wallets/refund-wallet.command';
import { WalletRead } from '../wallets/wallet.read';
import { AllotBudget } from './allot-budget.command';
import { AnnounceDeposit } from './announce-deposit.command';
import { DecideDeposit } from './decide-deposit.command';
import { DepositRead } from './deposit.read';

@Controller()
export class FundingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly wallets: WalletRead,
    private readonly deposits: DepositRead,
  ) {}

  @Handles(funding.listWallets)
  listWallets(
    { query }: EndpointInput<typeof funding.listWallets>,
    @CallerParam() { person }: Caller,
  ) {
    return this.wallets.list(query, person);
  }

  @Handles(funding.changeWallet)
  async changeWallet(
    { params: { id }, body }: EndpointInput<typeof funding.changeWallet>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangeWallet(id, body.minimum, caller));
    return this.wallets.byId(id);
  }

  @Handles(funding.refundWallet)
  async refundWallet(
    { params: { id }, body }: EndpointInput<typeof funding.refundWallet>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    await this.commands.execute(new RefundWallet(id, body, caller, key));
    return this.wallets.byId(id);
  }

  @Handles(funding.allotBudget)
  async allotBudget(
    { body }: EndpointInput<typeof funding.allotBudget>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return this.deposits.allotment(await this.commands.execute(new AllotBudget(body, caller, key)));
  }

  @Handles(funding.announceDeposit)
  async announceDeposit(
    { body }: EndpointInput<typeof funding.announceDeposit>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return this.deposits.byId(await this.commands.execute(new AnnounceDeposit(body, caller, key)));
  }

  @Handles(funding.listDeposits)
  listDeposits(
    { query }: EndpointInput<typeof funding.listDeposits>,
    @CallerParam() { person }: Caller,
  ) {
    return this.deposits.list(query, person);
  }

  @Handles(funding.decideDeposit)
  async decideDeposit(
    { params: { id }, body }: EndpointInput<typeof funding.decideDeposit>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new DecideDeposit(id, body, caller));
    return this.deposits.byId(id);
  }
}
