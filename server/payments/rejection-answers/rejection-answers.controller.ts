import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  decideRejectionAnswer,
  listRejectionAnswers,
} from '../../../contracts/payments/rejection-answers';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { DecideRejectionAnswer } from './decide-rejection-answer.command';
import { RejectionAnswerRead } from './rejection-answer.read';

@Controller()
export class RejectionAnswersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly answers: RejectionAnswerRead,
  ) {}

  @Handles(listRejectionAnswers)
  list({ query }: EndpointInput<typeof listRejectionAnswers>, @CallerParam() { person }: Caller) {
    return this.answers.list(person.account_id, query);
  }

  @Handles(decideRejectionAnswer)
  async decide(
    { params: { id }, body }: EndpointInput<typeof decideRejectionAnswer>,
    @CallerParam() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(new DecideRejectionAnswer(id, body, caller));
  }
}
