import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../../contracts/base/events';
import { ExportState, type Attempt, type Begun } from '../export-state';
import { PersonalDataRead } from '../personal-data.read';
import { Snapshots } from '../../platform/db/snapshot';
import { Clock } from '../../platform/concurrency/clock';
import { LIVE_EMITTER, type LiveEmitter } from '../../platform/messaging/live-emitter';
import { personRoom } from '../../platform/messaging/person-room';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Secrets } from '../../platform/security/secrets';
import type { Consumer } from '../../platform/messaging/consumer';
import { TooLarge } from './archive';
import { buildArchive } from './build-archive';

/** A worker that dies half-way counts too, so a copy that kills workers is given up one day. */
const triesBeforeGivingUp = 6;

class NotWanted extends Error {}
class TakenOver extends Error {}

/** Makes the copies that people ask for, and shows them how far it is. */
@Injectable()
export class ExportConsumer implements Consumer {
  readonly name = 'export';
  readonly concurrency = 2;

  constructor(
    private readonly exportState: ExportState,
    private readonly personalDataRead: PersonalDataRead,
    private readonly snapshots: Snapshots,
    @Inject(LIVE_EMITTER) private readonly live: LiveEmitter,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  readonly on = {
    'identity.export-requested': (event: DomainEvent<'identity.export-requested'>) =>
      this.make(event),
    // Told by the event and not by whoever stored it, who may have died just then.
    'identity.export-ready': ({ data }: DomainEvent<'identity.export-ready'>) =>
      Promise.resolve(
        this.live.emit(this.room(data.account_id), 'export.ready', { _id: data.export_id }),
      ),
    'identity.export-expired': ({ data }: DomainEvent<'identity.export-expired'>) =>
      Promise.resolve(
        this.live.emit(this.room(data.account_id), 'export.expired', { _id: data.export_id }),
      ),
  } satisfies Consumer['on'];

  private async make({
    data,
    request_id,
  }: DomainEvent<'identity.export-requested'>): Promise<void> {
    const begun = await this.exportState.begin(data.export_id);
    if (!begun) return;
    const attempt = { exportId: data.export_id, tries: begun.tries };
    if (begun.tries > triesBeforeGivingUp) return this.giveUp(data, attempt);
    try {
      await this.tell(data, 0);
      const size = await this.copy(attempt, begun);
      await this.mustBeWanted(attempt, await this.exportState.finish(attempt, size, request_id));
    } catch (error) {
      if (error instanceof NotWanted) return;
      if (
        error instanceof TakenOver ||
        (begun.tries < triesBeforeGivingUp && !(error instanceof TooLarge))
      )
        throw error;
      this.log.error(
        { export_id: data.export_id, request_id, err: redactError(error) },
        'export given up',
      );
      await this.giveUp(data, attempt);
    }
  }

  /** All of it as it was at one moment, in parts that are kept as they come. @returns the size. */
  private copy(attempt: Attempt, { account_id, language }: Begun): Promise<number> {
    return this.snapshots.take((snapshot) =>
      buildArchive({
        accountId: account_id,
        language,
        madeAt: this.clock.now(),
        files: this.personalDataRead.files,
        read: (file) => this.personalDataRead.rows(snapshot, file, account_id),
        write: async (part, firstByte) =>
          this.mustBeWanted(attempt, await this.exportState.keep(attempt, firstByte, part)),
        onProgress: async (progress) => {
          await this.mustBeWanted(attempt, await this.exportState.advance(attempt, progress));
          await this.tell({ account_id, export_id: attempt.exportId }, progress);
        },
      }),
    );
  }

  /**
   * An attempt that another worker has taken over ends with an error: the event is dealt with when
   * that one says so.
   */
  private async mustBeWanted({ exportId }: Attempt, isWanted: boolean): Promise<void> {
    if (isWanted) return;
    throw (await this.exportState.isUnderWay(exportId))
      ? new TakenOver('another worker has begun with this copy')
      : new NotWanted();
  }

  private async giveUp(
    data: { account_id: string; export_id: string },
    attempt: Attempt,
  ): Promise<void> {
    await this.exportState.giveUp(attempt);
    await this.tell(data, 0); // whoever watches reads the state again
  }

  private tell(
    { account_id, export_id }: { account_id: string; export_id: string },
    progress: number,
  ): Promise<void> {
    this.live.emit(this.room(account_id), 'export.progress', { _id: export_id, progress });
    return Promise.resolve();
  }

  private room(accountId: string): string {
    return personRoom(this.secrets, accountId);
  }
}
