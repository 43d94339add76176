import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '../../../contracts/base/languages';
import type { RehearsalRows } from '../../../contracts/research-data/rehearsal-data';
import { rehearsalLimits } from '../../../contracts/runtime/rehearsal-limits';
import type { ExportFormat } from '../../../contracts/research-data/research-data';
import { Clock } from '../../platform/concurrency/clock';
import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import { Snapshots, type Snapshot } from '../../platform/db/snapshot';
import { badField, DomainError } from '../../platform/errors/errors';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import { Storage } from '../../platform/storage/storage';
import {
  runsOfRehearsal,
  readRehearsalForExport,
  type RehearsalForExport,
} from '../../runtime/rehearsals/rehearsed-runs.read';
import { buildExport } from '../export-job/build-export';
import type { DataRequest } from '../selection/data-request';
import { readExportContent } from '../export-job/read-content';
import { StimulusMismatches } from './stimulus-mismatches.rule';
import { StandardViolation } from '../bids-psych-ds/checked-files';

/**
 * Makes the data of a rehearsal with the code that makes the exports of participants' data. It runs within the
 * request and not in a worker, since a rehearsal's size is limited; requests run one after the other to limit memory.
 */
@Injectable()
export class RehearsalDataRead {
  private readonly slots = new ConcurrencyLimit(1);

  constructor(
    private readonly snapshots: Snapshots,
    private readonly storage: Storage,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @throws DomainError not_found */
  rows(rehearsalId: string): Promise<RehearsalRows> {
    return this.reading(rehearsalId, 'en', async (wanted) => {
      const content = await readExportContent(wanted);
      const { columns, rowCount, rows } = content.data;
      const first: RehearsalRows['rows'] = [];
      const compared = new StimulusMismatches(columns.map(({ name }) => name));
      for await (const some of rows())
        for (const cells of some) {
          compared.add(cells);
          if (first.length < rehearsalLimits.rows) first.push(cells.map((cell) => cell ?? null));
        }
      return {
        columns: columns.map(({ name, type }) => ({ name, type })),
        rows: first,
        total_rows: rowCount,
        runs: content.runs.length,
        left_out: content.left_out,
        disagree: compared.found(),
      };
    });
  }

  /**
   * @throws DomainError not_found, too_large; validation_failed where the format's standard does
   *   not allow these data
   */
  archive(
    rehearsalId: string,
    format: ExportFormat,
    language: Language,
  ): Promise<{ bytes: Buffer; madeAt: Date }> {
    return this.reading(rehearsalId, language, async (wanted) => {
      const parts: Buffer[] = [];
      try {
        await buildExport({
          ...wanted,
          options: { ...wanted.options, format, for_spreadsheets: false, recordings: false },
          source: null,
          write: (part) => Promise.resolve(void parts.push(part)),
        });
      } catch (error) {
        if (error instanceof ArchiveTooLargeError) throw new DomainError('too_large');
        if (error instanceof StandardViolation) throw badField('format', 'not_possible_now');
        throw error;
      }
      return { bytes: Buffer.concat(parts), madeAt: wanted.madeAt };
    });
  }

  private reading<T>(
    rehearsalId: string,
    language: Language,
    work: (wanted: DataRequest) => Promise<T>,
  ): Promise<T> {
    return this.slots.run(() =>
      this.snapshots.take(async (snapshot) => {
        const rehearsal = await readRehearsalForExport(snapshot, rehearsalId);
        if (!rehearsal) throw new DomainError('not_found');
        return work({ ...(await this.wanted(snapshot, rehearsal)), language });
      }),
    );
  }

  private async wanted(
    snapshot: Snapshot,
    rehearsal: RehearsalForExport,
  ): Promise<Omit<DataRequest, 'language'>> {
    const runs = await runsOfRehearsal(snapshot, rehearsal.id);
    return {
      snapshot,
      files: this.storage,
      studyId: rehearsal.study_id,
      rehearsal,
      options: { unfinished: runs.every(({ state }) => state !== 'finished'), sees_names: false },
      madeAt: this.clock.now(),
      onProgress: () => Promise.resolve(),
      onDamaged: (runId, error) =>
        this.log.error({ run_id: runId, err: redactError(error) }, 'a run cannot be read'),
    };
  }
}
