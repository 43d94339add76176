import type { LostRecord, RecordKind, SentRecord } from '../../../../contracts/runtime/runtime';
import { CallError } from '../api';
import { sha256OfText, chainHeadAfter } from './hash-chain';
import { isWellFormed, makeLostRecord, refusedRecordIndices } from './lost-record';
import type { PendingRecord } from './record-store';
import { type RetryPause, createRetryPause } from '../../lib/uploads/retry-pause';
import type { RunLogState, RunLogContext } from './run-log-wiring';

/** The highest number of bytes in a `keepalive` request (the Fetch standard allows 64 KiB). */
const atPageHide = 60_000;
/** The number of characters of JSON that a record needs besides its data. */
const around = 200;

/** The server stores this many lost records in addition to the limit of a run. */
const mostLosses = 1_000;

/** Sends the records of a run: stored in the browser first, sent in order, deleted when the server acknowledges them. */
export class RunLog {
  private readonly pending: PendingRecord[] = [];
  private acknowledged: number;
  /** The head of the hash chain after the last acknowledged record. */
  private head: string;
  private next: number;
  private bytes: number;
  private isFull = false;
  private losses = 0;
  private isSending = false;
  private isOver = false;
  private adding: Promise<unknown> = Promise.resolve();
  private readonly pause: RetryPause;

  constructor(private readonly wiring: RunLogContext) {
    const { run, pauses } = wiring;
    this.acknowledged = run.stored_through;
    this.head = run.head;
    this.next = run.stored_through + 1;
    this.bytes = run.stored_bytes;
    this.pause = createRetryPause(pauses);
  }

  /** Continues with the records that an earlier page of this browser could not send. @returns their number */
  async takeUp(): Promise<number> {
    const { run, store } = this.wiring;
    await store.forget(run._id, run.stored_through);
    for (const record of await store.of(run._id)) {
      // A gap in the numbers means that another page wrote at the same time, so the records after it are not used.
      if (record.seq !== this.next) break;
      this.pending.push(record);
      this.next++;
      // A record after `finish` can only be a copy of `finish`: `giveUp` stores the copy under the
      // next number before it replaces `finish` by a record about a lost file.
      if (record.kind === 'finish') break;
    }
    void this.work();
    return this.pending.length;
  }

  /** Whether only `finish` can still be recorded, because the run has reached its limits. */
  private get isClosed(): boolean {
    const { limits } = this.wiring.run;
    return this.next > limits.run_records || (this.isFull && this.losses >= mostLosses);
  }
  get isFinishing() {
    return this.pending.at(-1)?.kind === 'finish';
  }
  /** The unsent records. A study that resumes needs these and the records of the server. */
  get unsent(): readonly PendingRecord[] {
    return this.pending;
  }

  /** Adds a record. @returns a promise that resolves when the record is stored in the browser. Records keep the order of the calls. */
  append(kind: Exclude<RecordKind, 'lost' | 'finish'>, data: string): Promise<void> {
    return this.inOrder(async () => {
      if (this.isClosed) return;
      const record = await this.fitting(kind, data);
      if (record.kind === 'lost') this.losses += 1;
      await this.keep(record);
    });
  }
  /** Adds the last record, since the study is over. */
  finish(): Promise<void> {
    return this.inOrder(() => this.keep({ kind: 'finish', data: '', sha256: '' }));
  }

  /** Records that the content of an announced file is lost. If `finish` waits to be sent, this record goes before it. */
  async giveUp({ bytes, sha256 }: Pick<LostRecord, 'bytes' | 'sha256'>): Promise<void> {
    const record = await makeLostRecord({ kind: 'file', bytes, sha256, reason: 'file_gone' });
    const finish = this.pending.at(-1);
    if (finish?.kind !== 'finish') return this.keep(record);
    const moved = { ...finish, seq: this.next++ };
    const kept = { ...record, run: finish.run, seq: finish.seq };
    await this.wiring.store.add(moved);
    await this.wiring.store.add(kept);
    this.pending.splice(-1, 1, kept, moved);
  }

  private inOrder(step: () => Promise<void>): Promise<void> {
    const done = this.adding.then(() => (this.isOver || this.isFinishing ? undefined : step()));
    this.adding = done.catch(() => undefined);
    return done;
  }

  /** If the server would refuse a record because of its content, a record with its size and hash replaces it. */
  private async fitting(kind: Exclude<RecordKind, 'lost' | 'finish'>, data: string) {
    const { limits } = this.wiring.run;
    const { sha256, bytes } = await sha256OfText(data);
    const reason = !isWellFormed(data)
      ? 'invalid_text'
      : bytes > limits.record_bytes
        ? 'too_long'
        : this.isFull || this.bytes + bytes > limits.run_bytes || this.next >= limits.run_records
          ? 'run_full'
          : null;
    if (reason === null) {
      this.bytes += bytes;
      return { kind, data, sha256 };
    }
    this.isFull ||= reason === 'run_full';
    return makeLostRecord({ kind, bytes, sha256, reason });
  }

  private async keep(record: Pick<PendingRecord, 'kind' | 'data' | 'sha256'>) {
    const kept = { ...record, run: this.wiring.run._id, seq: this.next++ };
    await this.wiring.store.add(kept);
    this.pending.push(kept);
    void this.work();
  }

  /** Sends as many records as fit into one request when the page is left. All others stay in the browser for the next page. */
  leave(): void {
    const first = this.batch(atPageHide);
    if (first.length > 0 && !this.isOver)
      void this.wiring.send(this.bodyOf(first), true).catch(() => undefined);
  }
  /** Stops the log, because a new attempt begins and the server accepts no more records of this one. */
  stop(): void {
    this.isOver = true;
    this.hurry();
  }
  hurry = (): void => this.pause.end();
  private batch(bytes: number): SentRecord[] {
    const { records_at_once } = this.wiring.run.limits;
    const batch: SentRecord[] = [];
    let size = 200;
    for (const { seq, kind, data, sha256 } of this.pending) {
      // The record `finish` is sent alone: the server must already have the records that it counts.
      if (kind === 'finish' && batch.length > 0) break;
      if (kind === 'finish' && data === '') break;
      size += JSON.stringify(data).length * 1.5 + around;
      if (batch.length >= records_at_once || (size > bytes && batch.length > 0)) break;
      if (size > bytes && bytes === atPageHide) break;
      batch.push({ seq, kind, data, sha256 });
    }
    return batch;
  }
  private bodyOf(trials: readonly SentRecord[]) {
    return JSON.stringify({ run_id: this.wiring.run._id, writer: this.wiring.writer, trials });
  }

  private async work(): Promise<void> {
    if (this.isSending || this.isOver) return;
    this.isSending = true;
    this.pause.restart();
    while (this.pending.length > 0 && !this.isOver) {
      await this.fillFinish();
      const batch = this.batch(this.wiring.run.limits.request_bytes);
      this.wiring.changed('saving');
      try {
        const { stored_through } = await this.wiring.send(this.bodyOf(batch));
        await this.acknowledge(stored_through);
        this.pause.restart();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!(await this.mended(error, batch))) {
          this.wiring.changed('waiting', error);
          await this.pause.afterFailure(error.retryAfterMs);
        }
      }
    }
    this.isSending = false;
    if (!this.isOver) this.wiring.changed('saved');
  }

  /** Fills in the data of the last record: how many records there are before it, and the head of their hash chain. */
  private async fillFinish(): Promise<void> {
    const [first] = this.pending;
    if (first?.kind !== 'finish' || first.data !== '') return;
    await this.wiring.whole?.();
    // Meanwhile, a record about a lost file may have been put before `finish`.
    if (this.pending[0] !== first) return;
    const data = JSON.stringify({ count: this.acknowledged, head: this.head });
    this.pending[0] = { ...first, data, sha256: (await sha256OfText(data)).sha256 };
  }

  private async acknowledge(through: number): Promise<void> {
    let isFinished = false;
    while ((this.pending[0]?.seq ?? Infinity) <= through) {
      const record = this.pending.shift();
      if (!record) break;
      this.acknowledged = record.seq;
      this.head = await chainHeadAfter(this.head, record.sha256);
      isFinished = record.kind === 'finish';
    }
    await this.wiring.store.forget(this.wiring.run._id, through);
    if (isFinished) this.end('finished');
  }

  private end(state: RunLogState, error?: CallError) {
    if (this.isOver) return; // Stopped: a new attempt has begun, which the end of this one must not end.
    this.isOver = true;
    this.wiring.changed(state, error);
  }

  /** Corrects the records that the server refused. @returns whether the next request may be sent immediately */
  private async mended(error: CallError, batch: readonly SentRecord[]): Promise<boolean> {
    if (error.isPassing || error.code === 'data_incomplete') return false;
    if (['record_gap', 'run_full', 'validation_failed'].includes(error.code))
      return this.replaced(error, batch);
    this.end(error.code === 'taken_over' ? 'taken_over' : 'failed', error);
    return true;
  }

  /** A record that is refused because of its content becomes a `lost` record with the same number. */
  private async replaced(error: CallError, batch: readonly SentRecord[]): Promise<boolean> {
    const isFull = error.code === 'run_full';
    const reason = isFull ? 'run_full' : 'invalid_text';
    const places = isFull ? batch.map((_, i) => i) : refusedRecordIndices(error);
    const changeable = places.filter((i) => {
      const kind = this.pending[i]?.kind;
      return kind !== undefined && kind !== 'lost' && kind !== 'finish';
    });
    if (changeable.length === 0) {
      this.end('failed', error);
      return true;
    }
    for (const i of changeable) {
      const record = this.pending[i];
      if (!record || record.kind === 'lost' || record.kind === 'finish') continue;
      const { sha256, bytes } = await sha256OfText(record.data);
      const other = await makeLostRecord({ kind: record.kind, bytes, sha256, reason });
      this.pending[i] = { ...record, ...other };
      await this.wiring.store.add(this.pending[i]);
    }
    return true;
  }
}
