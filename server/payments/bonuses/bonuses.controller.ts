import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import * as contract from '../../../contracts/payments/bonuses';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles, reply } from '../../platform/http/handles';
import { TheIdempotencyKey } from '../../platform/http/idempotency-key';
import { PayBonus, type PaidOrShown } from './pay-bonus.command';

const answer = (of: PaidOrShown) => ('paid' in of ? reply(201, of.paid) : reply(200, of.shown));

@Controller()
export class BonusesController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(contract.payBonus)
  async pay(
    { params: { id }, body }: Input<typeof contract.payBonus>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: string | null,
  ) {
    return answer(
      await this.commands.execute(new PayBonus(id, { kind: 'bonus', body }, caller, key)),
    );
  }

  @Handles(contract.topUp)
  async topUp(
    { params: { id }, body }: Input<typeof contract.topUp>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: string | null,
  ) {
    return answer(
      await this.commands.execute(new PayBonus(id, { kind: 'top_up', body }, caller, key)),
    );
  }
}
