import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/events';
import { ExportWork, type Begun } from '../../server/data-rights/export-work';
import { HeldRead } from '../../server/data-rights/held.read';
import type { Broadcast } from '../../server/live/fan-out';
import { rooms } from '../../server/live/rooms';
import { Clock } from '../../server/platform/clock';
import type { Logger } from '../../server/platform/log';
import { loggable } from '../../server/platform/loggable';
import { LOG } from '../../server/platform/platform.module';
import { Secrets } from '../../server/platform/secrets';
import type { Consumer } from '../consumer';
import { BROADCAST } from '../live/live.consumer';
import { makeCopy } from './make-copy';

/** A worker that dies half-way counts too, so a copy that kills workers is given up one day. */
const triesBeforeGivingUp = 6;

class NotWanted extends Error {}

/** Makes the copies that people ask for, and shows them how far it is. */
@Injectable()
export class ExportConsumer implements Consumer {
  readonly name = 'export';
  readonly concurrency = 2;

  constructor(
    private readonly work: ExportWork, private readonly held: HeldRead, @Inject(BROADCAST) private readonly broadcast: Broadcast,
    private readonly secrets: Secrets, private readonly clock: Clock, @Inject(LOG) private readonly log: Logger,
  ) {}

  readonly on = {
    'identity.export-requested': (event: DomainEvent<'identity.export-requested'>) => this.make(event),
    // Told by the event and not by whoever stored it, who may have died just then.
    'identity.export-ready': ({ data }: DomainEvent<'identity.export-ready'>) => Promise.resolve(this.broadcast.emit(this.room(data.account_id), 'export.ready', { _id: data.export_id })),
  } satisfies Consumer['on'];

  private async make({ data, request_id }: DomainEvent<'identity.export-requested'>): Promise<void> {
    const begun = await this.work.begin(data.export_id);
    if (!begun) return;
    if (begun.tries > triesBeforeGivingUp) return this.giveUp(data);
    try {
      await this.tell(data, 0);
      await this.work.finish(data.export_id, await this.copy(data.export_id, begun), request_id);
    } catch (error) {
      if (error instanceof NotWanted) return;
      if (begun.tries < triesBeforeGivingUp) throw error;
      this.log.error({ export_id: data.export_id, request_id, err: loggable(error) }, 'export given up');
      await this.giveUp(data);
    }
  }

  private copy(exportId: string, { account_id, language }: Begun): Promise<Buffer> {
    return makeCopy({
      accountId: account_id, language, madeAt: this.clock.now(), read: (file) => this.held.file(file, account_id),
      onProgress: async (progress) => {
        if (!(await this.work.advance(exportId, progress))) throw new NotWanted();
        await this.tell({ account_id, export_id: exportId }, progress);
      },
    });
  }

  private async giveUp(data: { account_id: string; export_id: string }): Promise<void> {
    await this.work.giveUp(data.export_id);
    await this.tell(data, 0); // whoever watches reads the state again
  }

  private tell({ account_id, export_id }: { account_id: string; export_id: string }, progress: number): Promise<void> {
    this.broadcast.emit(this.room(account_id), 'export.progress', { _id: export_id, progress });
    return Promise.resolve();
  }

  private room(accountId: string): string {
    return rooms.me(this.secrets, accountId);
  }
}
