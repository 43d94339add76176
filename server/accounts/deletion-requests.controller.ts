import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  askForDeletion,
  readDeletionRequest,
  takeBackDeletionRequest,
} from '../../contracts/accounts/deletion-requests';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { AskForDeletion } from './ask-for-deletion.command';
import { DeletionRequestRead } from './deletion-request.read';
import { TakeBackDeletionRequest } from './take-back-deletion-request.command';

@Controller()
export class DeletionRequestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly requests: DeletionRequestRead,
  ) {}

  @Handles(readDeletionRequest)
  async read(_: EndpointInput<typeof readDeletionRequest>, @CallerParam() { person }: Caller) {
    const requestedAt = await this.requests.of(person.account_id);
    return { requested_at: requestedAt?.toISOString() ?? null };
  }

  @Handles(askForDeletion)
  async ask(
    _: EndpointInput<typeof askForDeletion>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const requestedAt = await this.commands.execute(
      new AskForDeletion(person.account_id, request_id),
    );
    return { requested_at: requestedAt.toISOString() };
  }

  @Handles(takeBackDeletionRequest)
  async takeBack(
    _: EndpointInput<typeof takeBackDeletionRequest>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new TakeBackDeletionRequest(person.account_id, request_id));
    return replyWithStatus(204);
  }
}
