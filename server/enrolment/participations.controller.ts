import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { limits } from '../../contracts/base/limits';
import {
  enrol,
  listParticipations,
  changeParticipationState,
} from '../../contracts/enrolment/participations';
import { readAgreementReceipt } from '../../contracts/enrolment/agreement-receipts';
import { answerComprehension, readComprehension } from '../../contracts/studies/comprehension';
import { CallerParam, type Caller } from '../access/caller';
import { DomainError } from '../platform/errors/errors';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { AnswerComprehension } from './enrol/answer-comprehension.command';
import { ComprehensionPassedRead } from './enrol/comprehension-passed.read';
import { Enrol } from './enrol/enrol.command';
import { ParticipationHistoryRead } from './participations/history.read';
import { ReceiptRead } from './agreements/receipt.read';
import { TransitionParticipation } from './transitions/transition-participation.command';

@Controller()
export class ParticipationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly history: ParticipationHistoryRead,
    private readonly receipts: ReceiptRead,
    private readonly comprehension: ComprehensionPassedRead,
  ) {}

  @Handles(enrol)
  async enrol({ params, body }: EndpointInput<typeof enrol>, @CallerParam() caller: Caller) {
    const { created, participation } = await this.commands.execute(
      new Enrol(params.id, body, caller),
    );
    return created ? replyWithStatus(201, participation) : replyWithStatus(200, participation);
  }

  @Handles(readComprehension)
  understood(
    { params, query }: EndpointInput<typeof readComprehension>,
    @CallerParam() caller: Caller,
  ) {
    return this.comprehension.of(params.id, query.link, caller.person);
  }

  @Handles(answerComprehension)
  answer(
    { params, body }: EndpointInput<typeof answerComprehension>,
    @CallerParam() caller: Caller,
  ) {
    return this.commands.execute(new AnswerComprehension(params.id, body, caller));
  }

  @Handles(listParticipations)
  list({ query }: EndpointInput<typeof listParticipations>, @CallerParam() caller: Caller) {
    return this.history.of(caller.person.account_id, query.limit ?? limits.pageSize, query.cursor);
  }

  @Handles(readAgreementReceipt)
  receipt(
    { params }: EndpointInput<typeof readAgreementReceipt>,
    @CallerParam() { person }: Caller,
  ) {
    return this.receipts.of(params.id, person.account_id);
  }

  @Handles(changeParticipationState)
  async move(
    { params, body }: EndpointInput<typeof changeParticipationState>,
    @CallerParam() caller: Caller,
  ) {
    const moved = await this.commands.execute(new TransitionParticipation(params.id, body, caller));
    // A response lacks the id only if the request named a line of a roster. This request names the
    // participation's id, so its response always has the id.
    if (!('_id' in moved)) throw new DomainError('not_found');
    return moved;
  }
}
