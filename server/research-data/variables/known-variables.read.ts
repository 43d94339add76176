import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '../../../contracts/base/languages';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import type { listStudyVariables } from '../../../contracts/research-data/study-variables';
import { Clock } from '../../platform/concurrency/clock';
import { Snapshots, type Snapshot } from '../../platform/db/snapshot';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Storage } from '../../platform/storage/storage';
import { readLatestRehearsal } from '../../runtime/rehearsals/rehearsed-runs.read';
import { variablesOfStudy } from '../../studies/variables/study-variables.read';
import { chooseRehearsalRuns } from '../selection/rehearsal-runs';
import { sampleRuns, type SelectedRun } from '../selection/selected-runs';
import { dataColumns } from '../columns/server-columns';
import { readRun } from '../selection/run-reader';
import { DamagedRecordsError, prefetchRecords } from '../selection/run-records';
import { externalColumns } from '../external-data/external-tables';
import { researchDataTexts } from '../research-data-texts';
import { columnsOfStudy, type Column } from '../columns/column.rule';
import { StudyColumns } from '../columns/study-columns.rule';
import { withPluginDescriptions } from '../columns/descriptions.rule';
import { listedVariables } from './listed-variables.rule';
import { AccountReadLimiter } from './account-read-limiter';
import { sampleWithinLimits } from '../selection/sample.rule';

interface Reader {
  readonly accountId: string;
  readonly seesNames: boolean;
  readonly language: Language;
}
type Listed = Extract<EndpointResponseBody<typeof listStudyVariables>, { items: unknown }>;

/**
 * One response reads the records of at most this many runs, and at most this many bytes of records.
 */
const most = { runs: 40, bytes: 4_000_000 };
/**
 * The number of candidates for the runs that are read. There are more candidates than runs that are
 * read, because some candidates are too large.
 */
const candidates = 5 * most.runs;

/**
 * Lists the variables of a study's data. Finds the columns in a sample of runs that an export for
 * the caller would contain. Lists names and types, but no values, so it reveals nothing that an
 * export would not.
 */
@Injectable()
export class KnownVariablesRead {
  private readonly turns = new AccountReadLimiter();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly storage: Storage,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @throws DomainError unavailable while another list for the same account is being made */
  ofStudy(studyId: string, { accountId, seesNames, language }: Reader): Promise<Listed> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.turns.take(accountId, () =>
      this.snapshots.take(async (snapshot) => {
        const stored = await variablesOfStudy(snapshot, studyId);
        const external = await externalColumns(snapshot, studyId);
        const asked = { sees_names: seesNames, today, most: candidates };
        const chosen = await sampleRuns(snapshot, studyId, asked);
        const simulated = chosen.length > 0 ? [] : await simulatedRuns(snapshot, studyId);
        const rehearsed = simulated.length > 0;
        const all = rehearsed ? simulated : chosen;
        const sample = sampleWithinLimits(all, most);
        const data = await this.columnsOf(snapshot, sample, language);
        const { items, more } = listedVariables(data, external, stored);
        return {
          items,
          next_cursor: null,
          runs: sample.length,
          more_runs: sample.length < all.length,
          more_variables: more,
          rehearsed,
        };
      }),
    );
  }

  private async columnsOf(
    snapshot: Snapshot,
    runs: readonly SelectedRun[],
    language: Language,
  ): Promise<readonly Column[]> {
    const columns = new StudyColumns();
    const source = { snapshot, files: this.storage };
    for await (const { of: run, records } of prefetchRecords(source, runs, (one) => one))
      try {
        for (const { values } of (await readRun(records, run)).rows) columns.learn(values ?? {});
      } catch (error) {
        if (!(error instanceof DamagedRecordsError)) throw error;
        this.log.error({ run_id: run.id, err: redactError(error) }, 'a run cannot be read');
      }
    const settled = columns.settle(dataColumns.map(({ name }) => name));
    const { t } = researchDataTexts.in(language);
    return withPluginDescriptions(columnsOfStudy(settled, columns.rows), t);
  }
}

/**
 * Reads the runs of the latest rehearsal. Before there are participants, they show what
 * participants will record.
 */
async function simulatedRuns(snapshot: Snapshot, studyId: string): Promise<readonly SelectedRun[]> {
  const rehearsal = await readLatestRehearsal(snapshot, studyId);
  return rehearsal
    ? (await chooseRehearsalRuns(snapshot, rehearsal, { unfinished: true })).runs
    : [];
}
