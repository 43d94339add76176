import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PauseOwnerSessions } from './pause-owner-sessions.command';
import type { DomainEvent } from '../../../contracts/base/events';
import type { EventConsumer } from '../../platform/messaging/consumer';

/**
 * Pauses a researcher's open sessions when the account is disabled or its deletion is requested.
 */
@Injectable()
export class OwnerDisabledConsumer implements EventConsumer {
  readonly name = 'enrolment';
  readonly concurrency = 2;

  constructor(private readonly commands: CommandBus) {}

  private readonly pause = async ({
    data,
    request_id,
  }: DomainEvent<'identity.account-disabled' | 'identity.deletion-requested'>) => {
    await this.commands.execute(new PauseOwnerSessions(data.account_id, request_id));
  };

  readonly on = {
    'identity.account-disabled': this.pause,
    'identity.deletion-requested': this.pause,
  } satisfies EventConsumer['on'];
}
