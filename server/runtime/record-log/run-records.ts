import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import type { SentRecord } from '../../../contracts/runtime/runtime';
import { badFields, DomainError } from '../../platform/errors/errors';
import { readAnnouncedFiles, hasFileAnnouncements } from '../run-files/files.rule';
import { RunFilesRead } from '../run-files/run-files.read';
import { runtimeRateLimits } from '../runtime.rate-limits';
import {
  batchWithoutStoredRecords,
  checkRecordBatch,
  batchDataBytes,
  lastSeqOf,
  mostRunBytesAfterBatch,
  batchUpToRecord,
} from './batch.rule';
import { RecordBatcher, type SentBatch } from './record-batcher';
import type { StoreRecordsResult } from './store-records.sql';
import { StoredRecordsRead } from './stored-records.read';

/** How long to wait for a run that another transaction has locked, for instance to seal it, in milliseconds. */
const patienceMs = 8_000;
const retryMs = 20;

/**
 * The records that a page sends for a run. They are stored only if the page's id, `writer`, is
 * still the run's `writer`. If the participant has opened another page for the run, its id replaces
 * that `writer`.
 */
export interface RecordsSentByPage extends Omit<SentBatch, 'batch'> {
  readonly records: readonly SentRecord[];
}

/** Stores those records of a participant's or a rehearsal's run that are not stored yet. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly batcher: RecordBatcher,
    private readonly stored: StoredRecordsRead,
    private readonly files: RunFilesRead,
  ) {}

  /**
   * The caller must check that the page may write for the participation or rehearsal.
   * @returns the number of the last stored record; all records before it are stored, too
   * @throws DomainError not_found, taken_over, run_ended, record_gap, record_differs, run_full,
   * validation_failed, data_incomplete, too_many_requests, unavailable
   */
  store({ records, ...sent }: RecordsSentByPage): Promise<number> {
    const batch = checkRecordBatch(records);
    if (Array.isArray(batch)) throw badFields(batch);
    const isFinish = batch.frames.at(-1)?.kind === 'finish';
    if (lastSeqOf(batch) > runtimeLimits.runRecords + (isFinish ? 1 : 0))
      throw new DomainError('run_full');
    return this.storeBatch({ ...sent, batch });
  }

  private async storeBatch(sent: SentBatch): Promise<number> {
    const { batch } = sent;
    const found = await this.whenFree(sent);
    if (found.stored) return lastSeqOf(batch);
    if (!isOf(sent, found)) throw new DomainError('not_found');
    if (found.writer !== uuidFromHex(sent.writer)) throw new DomainError('taken_over');
    const { stored_through } = found;
    if (batch.first > stored_through + 1)
      throw new DomainError('record_gap', {}, { stored_through });
    if (batch.first <= stored_through) {
      const isSame = await this.stored.has(
        sent.run_id,
        batchUpToRecord(stored_through, batch),
        sent.of,
      );
      if (!isSame) throw new DomainError('record_differs', {}, { stored_through });
      if (lastSeqOf(batch) <= stored_through) return stored_through;
      return this.storeBatch({ ...sent, batch: batchWithoutStoredRecords(stored_through, batch) });
    }
    if (found.state !== 'open') throw new DomainError('run_ended');
    if (found.bytes + batchDataBytes(batch) > mostRunBytesAfterBatch(batch))
      throw new DomainError('run_full', {}, { stored_through });
    const files = readAnnouncedFiles(batch.frames);
    const { length } = files.announced;
    if (
      found.file_bytes + files.bytes > runtimeLimits.runFilesBytes ||
      (length > 0 && (await this.files.countOf(sent.run_id)) + length > runtimeRateLimits.files)
    )
      throw badFields(
        batch.frames.flatMap(({ kind }, n) =>
          kind === 'file' ? [{ path: `trials.${n}.data`, code: 'too_big' }] : [],
        ),
      );
    // Only the last record of the batch, `finish`, is refused, and all records before it are
    // stored: the run cannot finish before its files are complete.
    if (found.files_due > 0 || hasFileAnnouncements(files))
      throw new DomainError('data_incomplete', {}, { stored_through });
    // The `finish` record states another last hash than the hash chain of the stored records has.
    throw new DomainError('record_differs', {}, { stored_through });
  }

  private async whenFree(sent: SentBatch): Promise<StoreRecordsResult> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const found = await this.batcher.store(sent);
      if (!found.known || found.state !== null) return found;
      if (performance.now() > until) throw new DomainError('unavailable');
      await pause(retryMs);
    }
  }
}

type Held = { [K in keyof StoreRecordsResult]: NonNullable<StoreRecordsResult[K]> };

const isOf = (sent: SentBatch, found: StoreRecordsResult): found is Held =>
  found.known && found.subject_id === sent.subject_id;

/** Converts 32 hexadecimal digits to a UUID in the form in which PostgreSQL writes it. */
export const uuidFromHex = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
