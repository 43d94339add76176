import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import * as contract from '../../../contracts/payments/bonuses';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { IdempotencyKeyParam } from '../../platform/http/idempotency-key';
import { bonusOrderByTags } from './bonus-by-tags';
import { PayBonus } from './pay-bonus.command';
import { replyWithBonusOrPreview } from './bonus-or-preview';

@Controller()
export class BonusesController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(contract.payBonus)
  async pay(
    { params: { id }, body }: EndpointInput<typeof contract.payBonus>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return replyWithBonusOrPreview(
      await this.commands.execute(
        new PayBonus(id, bonusOrderByTags({ kind: 'bonus', body }), caller, key),
      ),
    );
  }

  @Handles(contract.payTopUp)
  async topUp(
    { params: { id }, body }: EndpointInput<typeof contract.payTopUp>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return replyWithBonusOrPreview(
      await this.commands.execute(
        new PayBonus(id, bonusOrderByTags({ kind: 'top_up', body }), caller, key),
      ),
    );
  }
}
