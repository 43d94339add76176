import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { listPayoutChecks, releasePayout } from '../../../contracts/payments/payout-checks';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { PayoutCheckRead } from './payout-check.read';
import { ReleasePayout } from './release-payout.command';

@Controller()
export class PayoutChecksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly payouts: PayoutCheckRead,
  ) {}

  @Handles(listPayoutChecks)
  list({ query }: EndpointInput<typeof listPayoutChecks>) {
    return this.payouts.list(query);
  }

  @Handles(releasePayout)
  async release(
    { params: { id } }: EndpointInput<typeof releasePayout>,
    @CallerParam() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(new ReleasePayout(id, caller));
  }
}
