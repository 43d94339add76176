import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { payByAnswers } from '../../../contracts/payments/pay-by-answers';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { IdempotencyKeyParam } from '../../platform/http/idempotency-key';
import { replyWithBonusOrPreview } from '../bonuses/bonus-or-preview';
import { PayByAnswers } from './pay-by-answers.command';

@Controller()
export class ByAnswersController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(payByAnswers)
  async pay(
    { params: { id }, body }: EndpointInput<typeof payByAnswers>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return replyWithBonusOrPreview(
      await this.commands.execute(new PayByAnswers(id, body, caller, key)),
    );
  }
}
