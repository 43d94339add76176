import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import { payByAnswers } from '../../../contracts/payments/pay-by-answers';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { TheIdempotencyKey } from '../../platform/http/idempotency-key';
import { replyWithBonusOrPreview } from '../bonuses/bonus-or-preview';
import { PayByAnswers } from './pay-by-answers.command';

@Controller()
export class ByAnswersController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(payByAnswers)
  async pay(
    { params: { id }, body }: Input<typeof payByAnswers>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: string | null,
  ) {
    return replyWithBonusOrPreview(
      await this.commands.execute(new PayByAnswers(id, body, caller, key)),
    );
  }
}
