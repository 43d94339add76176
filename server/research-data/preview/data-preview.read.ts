import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '../../../contracts/base/languages';
import {
  dataPreviewLimits,
  type DataPreview,
} from '../../../contracts/research-data/study-data-preview';
import { Clock } from '../../platform/concurrency/clock';
import { Snapshots, type Snapshot } from '../../platform/db/snapshot';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Storage } from '../../platform/storage/storage';
import { StoreRareValues } from '../../runtime/rare-values/keep-rare-values';
import { variablesOfStudy } from '../../studies/variables/study-variables.read';
import { sampleRuns, type SelectedRun } from '../selection/selected-runs';
import { dataColumns, ServerColumns } from '../columns/server-columns';
import { dataCells } from '../columns/run-cells';
import { readRun } from '../selection/run-reader';
import { DamagedRecordsError, prefetchRecords } from '../selection/run-records';
import { researchDataTexts } from '../research-data-texts';
import type { Cell } from '../columns/cell.rule';
import { columnsOfStudy } from '../columns/column.rule';
import { StudyColumns } from '../columns/study-columns.rule';
import {
  withPluginDescriptions,
  withResearcherDescriptions,
  descriptionsByVariable,
  type VariableDescriptions,
} from '../columns/descriptions.rule';
import type { DataRow } from '../selection/run-rows.rule';
import { AccountReadLimiter } from '../variables/account-read-limiter';
import { sampleWithinLimits } from '../selection/sample.rule';
import { sortByParticipantCode, previewTextOfCell } from './preview-values.rule';

interface Reader {
  readonly accountId: string;
  readonly seesNames: boolean;
  readonly language: Language;
}

/** One response shows at most this many runs, and reads at most this many bytes of records. */
const most = { runs: 40, bytes: 2_000_000 };
const candidates = 5 * most.runs;

/**
 * Makes a preview of the data before an export, with the rows of some runs. The preview withholds
 * each value that an export of today would withhold from the caller
 * (docs/decisions/export-formats.md). So the preview reveals nothing that an export would not.
 */
@Injectable()
export class DataPreviewRead {
  private readonly turns = new AccountReadLimiter();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly values: StoreRareValues,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @throws DomainError unavailable while another preview for the same account is being made */
  ofStudy(studyId: string, { accountId, seesNames, language }: Reader): Promise<DataPreview> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.turns.take(accountId, async () => {
      // Before each export, the server finds rare values that also occur in other runs. Do this
      // here, too: without it, the preview would show values that an export withholds
      // (docs/decisions/withheld-values.md).
      await this.values.beforeExported(studyId);
      return this.snapshots.take(async (snapshot) => {
        const words = descriptionsByVariable(await variablesOfStudy(snapshot, studyId));
        const asked = { sees_names: seesNames, today, most: candidates };
        const all = (await sampleRuns(snapshot, studyId, asked)).filter(
          ({ state }) => state === 'finished',
        );
        const sample = sortByParticipantCode(sampleWithinLimits(all, most));
        const table = await this.tableOf(snapshot, sample, language, words);
        return { ...table, runs: sample.length, more_runs: sample.length < all.length };
      });
    });
  }

  /** Returns the columns of all the runs that are read, and the first rows. */
  private async tableOf(
    snapshot: Snapshot,
    runs: readonly SelectedRun[],
    language: Language,
    words: VariableDescriptions,
  ): Promise<Omit<DataPreview, 'runs' | 'more_runs'>> {
    const [columns, own] = [new StudyColumns(), new ServerColumns(dataColumns)];
    const kept: { run: SelectedRun; row: DataRow }[] = [];
    const source = { snapshot, files: this.storage };
    for await (const { of: run, records } of prefetchRecords(source, runs, (one) => one))
      try {
        for (const row of (await readRun(records, run)).rows) {
          columns.learn(row.values ?? {});
          own.learn(dataCells(run, row));
          if (kept.length < dataPreviewLimits.rows) kept.push({ run, row });
        }
      } catch (error) {
        if (!(error instanceof DamagedRecordsError)) throw error;
        this.log.error({ run_id: run.id, err: redactError(error) }, 'a run cannot be read');
      }
    const settled = columns.settle(dataColumns.map(({ name }) => name));
    const { t } = researchDataTexts.in(language);
    const described = withPluginDescriptions(columnsOfStudy(settled, own.rows), t);
    const entries = [...own.described(language), ...withResearcherDescriptions(described, words)];
    const first = entries.slice(0, dataPreviewLimits.columns);
    const cellsOf = ({ run, row }: (typeof kept)[number]): Cell[] =>
      columns.cellsOf(row.values ?? {}, own.cellsOf(dataCells(run, row)));
    return {
      columns: first.map(({ name, type, description, unit }) => ({
        name,
        type,
        description: description ?? null,
        unit: unit ?? null,
      })),
      rows: kept.map((one) => cellsOf(one).slice(0, first.length).map(previewTextOfCell)),
      row_count: own.rows,
      more_columns: first.length < entries.length,
    };
  }
}
