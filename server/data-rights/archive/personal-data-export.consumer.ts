import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../../contracts/base/events';
import { ExportStateStore, type ExportAttemptKey, type ExportAttempt } from '../export-state';
import { PersonalDataRead } from '../personal-data.read';
import { Snapshots } from '../../platform/db/snapshot';
import { Clock } from '../../platform/concurrency/clock';
import { LIVE_EMITTER, type LiveEmitter } from '../../platform/messaging/live-emitter';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import type { EventConsumer } from '../../platform/messaging/consumer';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import { buildArchive } from './build-archive';

/**
 * How many attempts are made to build an export. An attempt also counts if its worker died. So an
 * export that crashes every worker is given up after the last attempt.
 */
const triesBeforeGivingUp = 6;

class NotWanted extends Error {}
class TakenOver extends Error {}

/**
 * Builds the exports of personal data that people requested, and sends the progress to their open
 * pages.
 */
@Injectable()
export class PersonalDataExportConsumer implements EventConsumer {
  readonly name = 'export';
  readonly concurrency = 2;

  constructor(
    private readonly exportState: ExportStateStore,
    private readonly personalDataRead: PersonalDataRead,
    private readonly snapshots: Snapshots,
    @Inject(LIVE_EMITTER) private readonly live: LiveEmitter,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  readonly on = {
    'identity.export-requested': (event: DomainEvent<'identity.export-requested'>) =>
      this.make(event),
    // Notifies the page when the worker handles this event. If the worker notified the page
    // directly after the last write, it could die before the notification, and the page would never
    // get one.
    'identity.export-ready': ({ data }: DomainEvent<'identity.export-ready'>) =>
      Promise.resolve(
        this.live.emitToPerson(data.account_id, 'export.ready', { _id: data.export_id }),
      ),
    'identity.export-expired': ({ data }: DomainEvent<'identity.export-expired'>) =>
      Promise.resolve(
        this.live.emitToPerson(data.account_id, 'export.expired', { _id: data.export_id }),
      ),
  } satisfies EventConsumer['on'];

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
        (begun.tries < triesBeforeGivingUp && !(error instanceof ArchiveTooLargeError))
      )
        throw error;
      this.log.error(
        { export_id: data.export_id, request_id, err: redactError(error) },
        'export given up',
      );
      await this.giveUp(data, attempt);
    }
  }

  /**
   * Reads all data from one database snapshot, and stores the archive in parts while it is built.
   * @returns the size in bytes
   */
  private copy(
    attempt: ExportAttemptKey,
    { account_id, language }: ExportAttempt,
  ): Promise<number> {
    return this.snapshots.take((snapshot) =>
      buildArchive({
        accountId: account_id,
        language,
        madeAt: this.clock.now(),
        files: this.personalDataRead.files,
        read: (file) => this.personalDataRead.rows(snapshot, file, account_id),
        ownFiles: (file) => this.personalDataRead.ownFiles(snapshot, file, account_id),
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
   * Throws if another worker has taken over the export, so that this event is retried until that
   * worker has finished.
   */
  private async mustBeWanted({ exportId }: ExportAttemptKey, isWanted: boolean): Promise<void> {
    if (isWanted) return;
    throw (await this.exportState.isUnderWay(exportId))
      ? new TakenOver('another worker has begun with this copy')
      : new NotWanted();
  }

  private async giveUp(
    data: { account_id: string; export_id: string },
    attempt: ExportAttemptKey,
  ): Promise<void> {
    await this.exportState.giveUp(attempt);
    await this.tell(data, 0); // the watching pages re-read the state
  }

  private tell(
    { account_id, export_id }: { account_id: string; export_id: string },
    progress: number,
  ): Promise<void> {
    this.live.emitToPerson(account_id, 'export.progress', { _id: export_id, progress });
    return Promise.resolve();
  }
}
