import type { LostRecord, RecordKind, SentRecord } from '../../../../contracts/runtime/runtime';
import { CallError } from '../api';
import { hashOf, headAfter } from './hash-chain';
import { isWellFormed, lostRecord, placesNamed } from './lost-record';
import type { PendingRecord } from './record-store';
import { type RetryPause, retryPause } from '../../lib/uploads/retry-pause';
import type { LogState, Wiring } from './run-log-wiring';

/** The number of bytes that one `keepalive` request may contain beside others (Fetch standard: 64 KiB for all of them). */
const atPageHide = 60_000;
/** The number of characters of JSON around the data of a record. */
const around = 200;

/** The number of lost records for which the server keeps room beyond what a run may contain. */
const mostLosses = 1_000;

/**
 * Sends the records of a run: they are stored in the browser first, then sent in order, one request at a time, and deleted when the
 * server acknowledges them.
 */
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

  constructor(private readonly wiring: Wiring) {
    const { run, pauses } = wiring;
    this.acknowledged = run.stored_through;
    this.head = run.head;
    this.next = run.stored_through + 1;
    this.bytes = run.stored_bytes;
    this.pause = retryPause(pauses);
  }

  /** Takes up the records that an earlier page of this browser could not send. @returns their number */
  async takeUp(): Promise<number> {
    const { run, store } = this.wiring;
    await store.forget(run._id, run.stored_through);
    for (const record of await store.of(run._id)) {
      // Records after a gap were made by a page that wrote at the same time as another one; they belong to no log.
      if (record.seq !== this.next) break;
      this.pending.push(record);
      this.next++;
      // After the finish, the store may contain only a second entry of the finish, which `giveUp` wrote.
      if (record.kind === 'finish') break;
    }
    void this.work();
    return this.pending.length;
  }

  /** Whether the run can only end: a single number is left, for the finish, or enough lost records are noted. */
  private get isClosed(): boolean {
    const { limits } = this.wiring.run;
    return this.next > limits.run_records || (this.isFull && this.losses >= mostLosses);
  }
  get isFinishing() {
    return this.pending.at(-1)?.kind === 'finish';
  }
  /** The records that wait here, for a study that continues after them. */
  get unsent(): readonly PendingRecord[] {
    return this.pending;
  }

  /** Resolves when the record is kept in the browser. Records keep the order of the calls. */
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

  /** Records that the bytes of an announced file are gone; if the finish already waits, this record goes before it. */
  async giveUp({ bytes, sha256 }: Pick<LostRecord, 'bytes' | 'sha256'>): Promise<void> {
    const record = await lostRecord({ kind: 'file', bytes, sha256, reason: 'file_gone' });
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

  /** A record that the server would refuse because of its own content is replaced by its size and hash. */
  private async fitting(kind: Exclude<RecordKind, 'lost' | 'finish'>, data: string) {
    const { limits } = this.wiring.run;
    const { sha256, bytes } = await hashOf(data);
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
    return lostRecord({ kind, bytes, sha256, reason });
  }

  private async keep(record: Pick<PendingRecord, 'kind' | 'data' | 'sha256'>) {
    const kept = { ...record, run: this.wiring.run._id, seq: this.next++ };
    await this.wiring.store.add(kept);
    this.pending.push(kept);
    void this.work();
  }

  /** Sends as much as fits when the page is left; the rest waits in the browser. */
  leave(): void {
    const first = this.batch(atPageHide);
    if (first.length > 0 && !this.isOver)
      void this.wiring.send(this.bodyOf(first), true).catch(() => undefined);
  }
  /** Stops the log, since a new attempt begins and the server accepts nothing more of this one. */
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
      // The data of the finish states what is stored before it.
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

  /** The last record states how many records there are before it, and their head. */
  private async fillFinish(): Promise<void> {
    const [first] = this.pending;
    if (first?.kind !== 'finish' || first.data !== '') return;
    await this.wiring.whole?.();
    // A record that gives a file up may have taken the place of the finish.
    if (this.pending[0] !== first) return;
    const data = JSON.stringify({ count: this.acknowledged, head: this.head });
    this.pending[0] = { ...first, data, sha256: (await hashOf(data)).sha256 };
  }

  private async acknowledge(through: number): Promise<void> {
    let isFinished = false;
    while ((this.pending[0]?.seq ?? Infinity) <= through) {
      const record = this.pending.shift();
      if (!record) break;
      this.acknowledged = record.seq;
      this.head = await headAfter(this.head, record.sha256);
      isFinished = record.kind === 'finish';
    }
    await this.wiring.store.forget(this.wiring.run._id, through);
    if (isFinished) this.end('finished');
  }

  private end(state: LogState, error?: CallError) {
    if (this.isOver) return; // Stopped: a new attempt has begun, which the end of this one must not end.
    this.isOver = true;
    this.wiring.changed(state, error);
  }

  /** Repairs what the server refused. @returns whether the next request may be sent immediately */
  private async mended(error: CallError, batch: readonly SentRecord[]): Promise<boolean> {
    if (error.isPassing || error.code === 'data_incomplete') return false;
    if (['record_gap', 'run_full', 'validation_failed'].includes(error.code))
      return this.replaced(error, batch);
    this.end(error.code === 'taken_over' ? 'taken_over' : 'failed', error);
    return true;
  }

  /** Records that are refused because of their own content keep their number, as `lost`. */
  private async replaced(error: CallError, batch: readonly SentRecord[]): Promise<boolean> {
    const isFull = error.code === 'run_full';
    const reason = isFull ? 'run_full' : 'invalid_text';
    const places = isFull ? batch.map((_, i) => i) : placesNamed(error);
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
      const { sha256, bytes } = await hashOf(record.data);
      const other = await lostRecord({ kind: record.kind, bytes, sha256, reason });
      this.pending[i] = { ...record, ...other };
      await this.wiring.store.add(this.pending[i]);
    }
    return true;
  }
}
