import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../../contracts/base/events';
import type { StudyExport } from '../../../contracts/research-data/research-data';
import { rosterTagOf } from '../../enrolment/rosters/roster-entries';
import { Clock } from '../../platform/concurrency/clock';
import { Snapshots } from '../../platform/db/snapshot';
import type { EventConsumer } from '../../platform/messaging/consumer';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { CONFIG, type Config } from '../../config';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import { Secrets } from '../../platform/security/secrets';
import { Storage } from '../../platform/storage/storage';
import { StoreRareValues } from '../../runtime/rare-values/keep-rare-values';
import { PooledStudies, type PoolKey } from '../pools/pooled-studies';
import { buildExport, buildPoolExport, type FinishedExport } from './build-export';
import { StandardViolation } from '../bids-psych-ds/checked-files';
import type { TagLookup } from '../selection/participation-status';
import type { DamagedRecordsError } from '../selection/run-records';
import { StudyExportState, type StudyExportAttempt, type StartedExport } from './export-state';

/**
 * The formats whose exports contain participants' tags. BIDS and Psych-DS datasets and bundles omit
 * the tags, since they are made to be passed on.
 */
const hasTags: ReadonlySet<string> = new Set(['csv', 'json', 'jsonl', 'parquet']);

/**
 * The largest number of attempts to build an export. It includes attempts whose worker died, so
 * that the consumer finally gives up an export that crashes workers.
 */
const triesBeforeGivingUp = 6;

/**
 * Returns the kind of a failure. After `other`, a retry may succeed, since the cause may be
 * temporary. After every other kind, a retry would fail again.
 */
export function exportFailureOf(error: unknown): NonNullable<StudyExport['failure']> {
  if (error instanceof ArchiveTooLargeError) return 'too_large';
  return error instanceof StandardViolation ? 'breaks_standard' : 'other';
}

class NotWanted extends Error {}
class MakeAgain extends Error {}

/** Builds the requested exports of studies and pools. */
@Injectable()
export class StudyExportConsumer implements EventConsumer {
  readonly name = 'study-export';
  readonly concurrency = 2;

  constructor(
    private readonly exportState: StudyExportState,
    private readonly snapshots: Snapshots,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly values: StoreRareValues,
    private readonly pools: PooledStudies,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicWebUrl' | 'operator'>,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  readonly on = {
    'research-data.export-requested': ({
      data,
      request_id,
    }: DomainEvent<'research-data.export-requested'>) => this.make(data.export_id, request_id),
    'research-data.pool-requested': ({
      data,
      request_id,
    }: DomainEvent<'research-data.pool-requested'>) => this.make(data.export_id, request_id),
  } satisfies EventConsumer['on'];

  private readonly tagOf: TagLookup = (sessionId, participant) =>
    rosterTagOf(this.secrets, sessionId, Buffer.from(participant, 'hex'));

  private async make(exportId: string, requestId: string | null): Promise<void> {
    const started = await this.exportState.begin(exportId);
    if (!started) return;
    const attempt = { exportId, tries: started.tries };
    if (started.tries > triesBeforeGivingUp) return this.exportState.giveUp(attempt, 'other');
    try {
      const finished = await this.exportState.finish(attempt, await this.build(attempt, started));
      if (finished === 'runs gone') throw new MakeAgain('data were withdrawn meanwhile');
      await this.mustBeWanted(attempt, finished === 'finished');
    } catch (error) {
      if (error instanceof NotWanted) return;
      const failure = exportFailureOf(error);
      if (failure === 'other' && started.tries < triesBeforeGivingUp) throw error;
      this.log.error(
        { export_id: exportId, request_id: requestId, err: redactError(error) },
        'export of a study given up',
      );
      await this.exportState.giveUp(attempt, failure);
    }
  }

  private async build(
    attempt: StudyExportAttempt,
    started: StartedExport,
  ): Promise<FinishedExport> {
    const { study_id, pool_template_id, pool_classroom_id } = started;
    if (study_id !== null) return this.buildOne(attempt, { ...started, study_id });
    if (pool_template_id === null || pool_classroom_id === null)
      throw new Error('an export is of a study or of a pool');
    const pool = { templateId: pool_template_id, classroomId: pool_classroom_id };
    return this.buildPool(attempt, started, pool);
  }

  /** Builds the export of one study from one database snapshot, and stores it part by part. */
  private async buildOne(
    attempt: StudyExportAttempt,
    started: StartedExport & { study_id: string },
  ): Promise<FinishedExport> {
    await this.values.beforeExported(started.study_id);
    return this.snapshots.take((snapshot) =>
      buildExport({
        ...this.work(attempt, started),
        snapshot,
        source: { address: this.config.publicWebUrl, operator: this.config.operator.name },
        studyId: started.study_id,
        options: {
          ...started,
          ...(started.sees_names && hasTags.has(started.format) && { tagOf: this.tagOf }),
        },
      }),
    );
  }

  /** Builds the export of all studies of a pool, as `buildOne` does. */
  private async buildPool(
    attempt: StudyExportAttempt,
    started: StartedExport,
    pool: PoolKey,
  ): Promise<FinishedExport> {
    const before = await this.snapshots.take((snapshot) => this.pools.contentOf(snapshot, pool));
    for (const { study_id } of before.studies) await this.values.beforePooled(study_id);
    return this.snapshots.take(async (snapshot) =>
      buildPoolExport({
        ...this.work(attempt, started),
        ...pool,
        snapshot,
        content: await this.pools.contentOf(snapshot, pool),
        format: started.format === 'jsonl' ? 'jsonl' : 'csv',
      }),
    );
  }

  /**
   * Returns the options with which a worker reads the data for an export and reports its progress.
   */
  private work(attempt: StudyExportAttempt, { language }: Pick<StartedExport, 'language'>) {
    return {
      files: this.storage,
      language,
      madeAt: this.clock.now(),
      write: async (part: Buffer, firstByte: number) =>
        this.mustBeWanted(attempt, await this.exportState.keep(attempt, firstByte, part)),
      onProgress: async (progress: number) =>
        this.mustBeWanted(attempt, await this.exportState.advance(attempt, progress)),
      onDamaged: (runId: string, error: DamagedRecordsError) =>
        this.log.error({ run_id: runId, err: redactError(error) }, 'a run cannot be exported'),
    };
  }

  /**
   * Throws if this worker must stop building the export. If another worker has taken over the
   * export, the error makes the queue retry this event until that worker is done.
   */
  private async mustBeWanted({ exportId }: StudyExportAttempt, isWanted: boolean): Promise<void> {
    if (isWanted) return;
    throw (await this.exportState.isUnderWay(exportId))
      ? new MakeAgain('another worker has started with this export')
      : new NotWanted();
  }
}
