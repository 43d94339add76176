import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/concurrency/clock';
import { Snapshots } from '../../platform/db/snapshot';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Storage } from '../../platform/storage/storage';
import { StoreRareValues } from '../../runtime/rare-values/keep-rare-values';
import { readRun } from '../selection/run-reader';
import { DamagedRecordsError, prefetchRecords } from '../selection/run-records';
import { chooseRuns, type SelectedRun } from '../selection/selected-runs';
import { AccountReadLimiter } from '../variables/account-read-limiter';
import { answerColumns, type AnswerColumn } from './answer-columns.rule';

/** The columns of a participant's last finished run, by name. */
export type AnswersByColumn = ReadonlyMap<string, AnswerColumn>;

/**
 * Reads the answers of a session's participants. Participants are identified by the codes that
 * exports use. Withholds each value that an export of today would withhold from the caller.
 */
@Injectable()
export class AnswersRead {
  private readonly turns = new AccountReadLimiter();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly values: StoreRareValues,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * @param names of the columns to read
   * @returns the answers by participant's code; a participant whose run is not finished, or cannot
   *   be read, has no entry
   * @throws DomainError unavailable while another read of the same account is in progress
   */
  ofSession(
    { studyId, sessionId }: { studyId: string; sessionId: string },
    names: ReadonlySet<string>,
    { accountId, seesNames }: { accountId: string; seesNames: boolean },
  ): Promise<Map<string, AnswersByColumn>> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.turns.take(accountId, async () => {
      await this.values.beforeExported(studyId);
      return this.snapshots.take(async (snapshot) => {
        const choice = { unfinished: false, sees_names: seesNames };
        const { runs } = await chooseRuns(snapshot, studyId, choice, today);
        const answers = new Map<string, AnswersByColumn>();
        const source = { snapshot, files: this.storage };
        for await (const { of: run, records } of prefetchRecords(
          source,
          lastRuns(runs, sessionId),
          (one) => one,
        ))
          try {
            const { rows } = await readRun(records, run);
            const values = rows.flatMap((row) => (row.values ? [row.values] : []));
            answers.set(run.participant, answerColumns(values, names));
          } catch (error) {
            if (!(error instanceof DamagedRecordsError)) throw error;
            this.log.error({ run_id: run.id, err: redactError(error) }, 'a run cannot be read');
          }
        return answers;
      });
    });
  }
}

/** Returns the run of the last attempt of each participant of the session. */
function lastRuns(runs: readonly SelectedRun[], sessionId: string): SelectedRun[] {
  const last = new Map<string, SelectedRun>();
  for (const run of runs) {
    if (run.session_id !== sessionId || run.imported) continue;
    const other = last.get(run.participant);
    if (!other || other.attempt < run.attempt) last.set(run.participant, run);
  }
  return [...last.values()];
}
