import type { FileRecord } from '../../../../contracts/runtime/run-files';
import type { StartedRun } from '../../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../../contracts/runtime/stored-records';
import { announcedFilesIn, fileType, isFileName } from './announced-files';
import { CallError } from '../api';
import type { FileStore } from './file-store';
import { sha256OfBlob } from '../records/hash-chain';
import type { FileProblem } from '../messages';
import type { PendingRecord } from '../records/record-store';
import { type PauseLimits, type RetryPause, createRetryPause } from '../../lib/uploads/retry-pause';
import { sendPieces } from '../../lib/uploads/send-pieces';

/** The requests to the server about the files of one participation. */
export interface FileCalls {
  /** @throws CallError `not_found` if the record that announces the file has not arrived yet */
  stored(sha256: string): Promise<{ stored_bytes: number; complete: boolean }>;
  send(
    sha256: string,
    offset: number,
    piece: Blob,
  ): Promise<{ stored_bytes: number; complete: boolean }>;
  read(sha256: string): Promise<Blob>;
}
interface Wiring {
  readonly run: Pick<StartedRun, '_id' | 'limits'>;
  readonly store: FileStore;
  readonly calls: FileCalls;
  /** Adds the record that announces a file to the run's log. */
  announce(data: string): Promise<void>;
  /** Called when the number of unsent bytes or the list of lost files has changed. */
  changed(): void;
  /** The pauses between attempts, in milliseconds; tests set shorter ones. */
  pauses?: PauseLimits;
}
type Known = FileRecord & { state: 'due' | 'whole' | 'gone'; stored: number };

/** The error that the study's code gets when a file is refused. */
export class FileRefusedError extends Error {
  constructor(readonly code: FileProblem) {
    super(code);
  }
}

/** The size of one piece in bytes: what a slow connection can send before a request times out. */
const pieceBytes = 500_000;

/**
 * The files of a run that are being sent. A file is stored in the browser first and announced by a
 * record. Then it is sent in pieces, one request at a time. When the server has all of it, the
 * browser deletes its copy.
 */
export class RunFiles {
  private readonly files = new Map<string, Known>();
  private readonly waiting: (() => void)[] = [];
  private adding: Promise<unknown> = Promise.resolve();
  private isReady = false;
  private isSending = false;
  private isOver = false;
  private readonly pause: RetryPause;

  constructor(private readonly wiring: Wiring) {
    this.pause = createRetryPause(wiring.pauses);
  }

  /**
   * Continues to send the files that earlier pages announced.
   * @param records all records of the run, including those that are not sent yet
   */
  takeUp(records: readonly Pick<StoredRecord | PendingRecord, 'kind' | 'data'>[]): void {
    for (const file of announcedFilesIn(records).values())
      this.files.set(file.sha256, { ...file, state: 'due', stored: 0 });
    this.isReady = true;
    this.told();
    void this.work();
  }

  /** The files whose bytes neither this browser nor the server has. */
  get gone(): readonly FileRecord[] {
    return [...this.files.values()].filter(({ state }) => state === 'gone');
  }
  /** The number of bytes of the files that the server does not have yet. */
  get left(): number {
    return [...this.files.values()].reduce(
      (sum, { state, bytes, stored }) => sum + (state === 'due' ? bytes - stored : 0),
      0,
    );
  }

  /**
   * Stores a file of the study. It resolves when neither a reload nor a crash of the browser can
   * lose the file.
   * @throws FileRefusedError
   */
  add(name: string, blob: Blob): Promise<void> {
    const added = this.adding.then(() => this.keep(name, blob));
    this.adding = added.catch(() => undefined);
    return added;
  }
  /** Resolves when all files that the study passed so far are stored in the browser or refused. */
  async added(): Promise<void> {
    await this.adding;
  }

  private async keep(name: string, blob: Blob): Promise<void> {
    const { run, store } = this.wiring;
    const { file_bytes, files_bytes, files: most } = run.limits;
    if (this.isOver) throw new FileRefusedError('run_ended');
    if (!isFileName(name)) throw new FileRefusedError('invalid_name');
    if (blob.size === 0) throw new FileRefusedError('file_empty');
    if (blob.size > file_bytes) throw new FileRefusedError('file_too_large');
    const sum = [...this.files.values()].reduce((all, { bytes }) => all + bytes, 0);
    if (sum + blob.size > files_bytes || this.files.size >= most)
      throw new FileRefusedError('files_full');
    const sha256 = await sha256OfBlob(blob).catch(() => {
      throw new FileRefusedError('unreadable');
    });
    const file: FileRecord = { name, type: fileType(blob.type), bytes: blob.size, sha256 };
    const known = this.files.get(sha256);
    if (known?.state !== 'whole') await store.add(run._id, sha256, blob);
    await this.wiring.announce(JSON.stringify(file));
    if (!known || known.state === 'gone')
      this.files.set(sha256, { ...file, state: 'due', stored: 0 });
    this.told();
    void this.work();
  }

  /**
   * Reads the newest file with this name in the run.
   * @returns undefined if there is none
   */
  async read(name: string): Promise<Blob | undefined> {
    await this.added();
    const file = [...this.files.values()].reverse().find((one) => one.name === name);
    if (!file) return undefined;
    const kept = await this.wiring.store.read(this.wiring.run._id, file.sha256);
    const blob = kept ?? (await this.wiring.calls.read(file.sha256).catch(() => undefined));
    return blob?.slice(0, blob.size, file.type);
  }

  /**
   * Resolves when no announced file is missing any more: each has arrived, or a record says that it
   * is lost.
   */
  async settled(): Promise<void> {
    await this.adding;
    while (!this.isSettled) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
  private get isSettled() {
    return this.isReady && [...this.files.values()].every(({ state }) => state === 'whole');
  }
  /** Removes a file from the announced files, since a record now says that its content is lost. */
  forget({ sha256 }: FileRecord): void {
    this.files.delete(sha256);
    this.told();
  }

  stop(): void {
    this.isOver = true;
    this.pause.end();
  }
  /** Ends the present pause and sends again, since the connection may be back. */
  hurry(): void {
    this.pause.end();
  }

  private told(): void {
    if (this.isSettled) this.waiting.splice(0).forEach((resolve) => resolve());
    this.wiring.changed();
  }

  private async work(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.pause.restart();
    for (;;) {
      const next = [...this.files.values()].find(({ state }) => state === 'due');
      if (!next || this.isOver) break;
      try {
        await this.send(next);
        this.pause.restart();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code === 'run_ended' || error.status === 401) break;
        await this.pause.afterFailure(error.retryAfterMs);
      }
    }
    this.isSending = false;
  }

  /**
   * Sends what the server lacks of a file.
   * @throws CallError if a later attempt may succeed; the browser then still has the whole file
   */
  private async send(file: Known): Promise<void> {
    const { run, store, calls } = this.wiring;
    const at = await calls.stored(file.sha256);
    this.isAt(file, at.stored_bytes);
    if (at.complete) return this.isWhole(file);
    const blob = await store.read(run._id, file.sha256);
    if (blob?.size !== file.bytes) return this.isGone(file);
    const end = await sendPieces(
      () => (this.isOver ? undefined : blob.slice(file.stored, file.stored + pieceBytes)),
      async (piece) => {
        try {
          const answer = await calls.send(file.sha256, file.stored, piece);
          this.isAt(file, answer.stored_bytes);
          return answer;
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          if (error.code !== 'wrong_offset' && error.code !== 'wrong_hash') throw error;
          this.isAt(file, error.body.stored_bytes ?? 0);
          return undefined;
        }
      },
    );
    if (typeof end === 'object') return this.isWhole(file);
    if (!this.isOver) this.isGone(file);
  }

  private isAt(file: Known, stored: number) {
    if (file.stored === stored) return;
    file.stored = stored;
    this.told();
  }
  private async isWhole(file: Known) {
    await this.wiring.store.forget(this.wiring.run._id, file.sha256);
    file.state = 'whole';
    this.told();
  }
  private isGone(file: Known) {
    file.state = 'gone';
    this.told();
  }
}
