import { bundleFiles, BundleRun } from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { ArchiveTooLargeError } from '../../platform/storage/archive';
import {
  firstChainHead,
  recordLineOf,
  nextChainHead,
} from '../../runtime/record-format/frames.rule';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import type { SelectedRun } from '../selection/selected-runs';
import { EnvironmentsSharedByFive } from '../selection/shared-environments';
import type { DataRequest } from '../selection/data-request';
import { readRecords } from '../selection/run-reader';
import { DamagedRecordsError } from '../selection/run-records';
import type { RunRecord } from '../selection/run-rows.rule';

/**
 * Writes the runs of a bundle, ordered by the participant's pseudonym. The first two digits of the
 * pseudonym determine the file. Pseudonyms are random, so the order reveals nothing.
 */
export class BundleRunsWriter {
  private readonly environments: EnvironmentsSharedByFive;
  readonly counts = { runs: 0, records: 0 };
  /** How many values of anonymous sessions were withheld. */
  withheld = 0;
  damaged = 0;
  readonly written: SelectedRun[] = [];

  constructor(
    private readonly request: DataRequest,
    private readonly runs: readonly SelectedRun[],
  ) {
    if (runs.length > bundleLimits.runs)
      throw new ArchiveTooLargeError('too many runs for a bundle');
    this.environments = new EnvironmentsSharedByFive(runs);
  }

  async write(files: ArchiveFilesWriter): Promise<void> {
    const inOrder = [...this.runs].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const byFile = new Map<string, SelectedRun[]>();
    for (const run of inOrder) {
      const name = bundleFiles.runs(run.participant);
      const runs = byFile.get(name);
      if (runs) runs.push(run);
      else byFile.set(name, [run]);
    }
    for (const [name, runs] of byFile) await files.add(name, this.linesOf(runs));
  }

  private async *linesOf(runs: readonly SelectedRun[]): AsyncGenerator<string> {
    for (const run of runs) {
      const done = this.counts.runs + this.damaged;
      await this.request.onProgress(Math.floor((95 * done) / this.runs.length));
      const read = await this.readOrLeave(run);
      if (!read) continue;
      this.counts.runs += 1;
      this.counts.records += read.records.length;
      this.withheld += read.withheld;
      this.written.push(run);
      yield `${JSON.stringify(BundleRun.parse(this.headerOf(run, read.records)))}\n`;
      for (const { seq, kind, data } of read.records)
        yield recordLineOf(seq, { kind, data: Buffer.from(data) });
    }
  }

  private async readOrLeave(run: SelectedRun) {
    try {
      return await readRecords(this.request, run);
    } catch (error) {
      if (!(error instanceof DamagedRecordsError)) throw error;
      this.damaged += 1;
      this.request.onDamaged(run.id, error);
      return undefined;
    }
  }

  private headerOf(run: SelectedRun, records: readonly RunRecord[]): BundleRun {
    const { participant, session_id: session, attempt, state, condition, day, isAnonymous } = run;
    return {
      participant,
      session,
      attempt,
      state,
      condition,
      environment: this.environments.of(run),
      day: isAnonymous || day === '' ? null : day,
      records: records.length,
      head: recordChainHead(records),
    };
  }
}

/**
 * Computes the last hash of a run's hash chain (contracts/runtime/runtime.ts) over the data as the
 * bundle contains them.
 */
export const recordChainHead = (records: readonly RunRecord[]): string =>
  records
    .reduce(
      (head, { kind, data }) => nextChainHead(head, { kind, data: Buffer.from(data) }),
      firstChainHead,
    )
    .toString('hex');

const keyOf = ({ participant, session_id, attempt }: SelectedRun) =>
  `${participant} ${session_id} ${String(attempt).padStart(4, '0')}`;
