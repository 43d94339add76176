import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../contracts/base/endpoint';
import {
  askForDeletion,
  readDeletionRequest,
  takeBackDeletionRequest,
} from '../../contracts/accounts/deletion-requests';
import { TheCaller, type Caller } from '../access/caller';
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
  async read(_: Input<typeof readDeletionRequest>, @TheCaller() { person }: Caller) {
    const requestedAt = await this.requests.of(person.account_id);
    return { requested_at: requestedAt?.toISOString() ?? null };
  }

  @Handles(askForDeletion)
  async ask(_: Input<typeof askForDeletion>, @TheCaller() { person, request_id }: Caller) {
    const requestedAt = await this.commands.execute(
      new AskForDeletion(person.account_id, request_id),
    );
    return { requested_at: requestedAt.toISOString() };
  }

  @Handles(takeBackDeletionRequest)
  async takeBack(
    _: Input<typeof takeBackDeletionRequest>,
    @TheCaller() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new TakeBackDeletionRequest(person.account_id, request_id));
    return replyWithStatus(204);
  }
}
