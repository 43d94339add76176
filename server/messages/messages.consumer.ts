import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ParticipationOwnerRead } from '../enrolment/links/participation-owner.read';
import type { EventConsumer } from '../platform/messaging/consumer';
import { LIVE_EMITTER, type LiveEmitter } from '../platform/messaging/live-emitter';
import { accountsRunningStudy } from './accounts-running-study';
import { SendBroadcastsJob } from './send-broadcasts.job';

/**
 * Informs open pages that a message has arrived. The pages then read the message themselves: the
 * live message contains no text. Also starts a broadcast immediately; SendBroadcastsJob continues a
 * broadcast that was interrupted.
 */
@Injectable()
export class MessagesConsumer implements EventConsumer {
  readonly name = 'messages';
  readonly concurrency = 10;
  constructor(
    private readonly source: DataSource,
    private readonly owners: ParticipationOwnerRead,
    @Inject(LIVE_EMITTER) private readonly live: LiveEmitter,
    private readonly broadcasts: SendBroadcastsJob,
  ) {}

  private tell(accountId: string): void {
    this.live.emitToPerson(accountId, 'message.arrived', { _id: accountId });
  }

  readonly on = {
    'messages.participant-written-to': async ({ data }) => {
      const found = await this.owners.byParticipations([data.participation_id]);
      for (const { account_id } of found) this.tell(account_id);
    },
    'messages.researchers-written-to': async ({ data }) => {
      for (const account of await accountsRunningStudy(this.source, data.study_id))
        this.tell(account);
    },
    'messages.broadcast-asked': async () => {
      await this.broadcasts.run();
    },
  } satisfies EventConsumer['on'];
}
