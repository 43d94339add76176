import { isTransient } from '../../../lib/http/is-transient';
import { ApiError } from '../../../lib/http/api';
import {
  type PauseLimits,
  type RetryPause,
  createRetryPause,
} from '../../../lib/uploads/retry-pause';
import { sendPieces } from '../../../lib/uploads/send-pieces';
import type { RefusedTypeReason } from '../../../../../contracts/resources/file-types';
import { numberedPath } from '../entries/keep-both.rule';
import { firstPieceBytes, pieceBytesAfterFailure, pieceBytesAfterSuccess } from './piece-size.rule';
import { type UploadCalls, WrongOffset } from './upload-calls';
import type { UploadFault, UploadItem } from './upload-item';

export interface UploadJobOptions {
  readonly calls: UploadCalls;
  /** The SHA-256 of a file. @throws what the browser throws for a file that cannot be read */
  hash(file: Blob, signal: AbortSignal): Promise<string>;
  changed(): void;
  readonly pauses?: PauseLimits;
}

/** An upload that began before the page was loaded again. */
export interface UnfinishedUpload {
  readonly id: string;
  readonly sha256: string;
}

/** If a name is taken, numbered names are tried up to this number, such as "face (99).png". */
const mostNumbers = 99;
/**
 * The server stores only two pieces of a person at a time. If it refuses a third piece, it asks the
 * page to wait for at most this many seconds. If it asks for a longer wait, there is another cause.
 */
const turnSeconds = 2;
const faultCodes = ['checksum_mismatch', 'unsupported_media_type', 'quota_exceeded'] as const;

/** Ends an upload without another attempt. */
class Fault extends Error {
  constructor(readonly fault: UploadFault) {
    super(fault.code);
  }
}

const faultOf = (error: unknown): UploadFault => {
  if (error instanceof Fault) return error.fault;
  if (!(error instanceof ApiError)) return { code: 'unreadable' };
  const { description } = error;
  return {
    code: faultCodes.find((one) => one === error.code) ?? 'server',
    description: error.fields[0]?.description ?? description,
    reasons: error.reasons as RefusedTypeReason[],
  };
};

/** Uploads one file: computes its hash and sends its pieces. Retries after temporary failures. */
export class UploadJob {
  item: UploadItem;
  replace = false;
  private number = 1;
  private readonly path: string;
  private sha256: string | undefined;
  private stored = 0;
  private pieceBytes = firstPieceBytes;
  private isGivenUp = false;
  private stop = new AbortController();
  private readonly pause: RetryPause;

  constructor(
    item: Pick<UploadItem, 'key' | 'folderId' | 'path'>,
    readonly file: Blob,
    private readonly wiring: UploadJobOptions,
    private readonly begun?: UnfinishedUpload,
  ) {
    this.path = item.path;
    this.pause = createRetryPause(wiring.pauses);
    this.item = {
      ...item,
      bytes: file.size,
      sent: 0,
      state: 'waiting',
      uploadId: begun?.id,
    };
  }

  set(change: Partial<UploadItem>): void {
    this.item = { ...this.item, ...change };
    this.wiring.changed();
  }
  /** Queues the file again, to continue where it stopped. */
  wait(): void {
    this.set({ state: 'waiting', fault: undefined });
  }
  halt(): void {
    this.stop.abort();
    this.pause.end();
    this.set({ state: 'paused', waitsFor: undefined, sent: this.stored });
  }
  hurry(): void {
    this.pause.end();
  }
  /** Stops the upload and deletes its bytes. If the server is unreachable, they expire later. */
  giveUp(): void {
    this.isGivenUp = true;
    this.stop.abort();
    this.pause.end();
    this.removeUpload();
  }
  /** Takes the next numbered name: after "face (2).png" comes "face (3).png". */
  takeNextName(): void {
    this.number += 1;
    this.replace = false;
    this.removeUpload();
    this.stored = 0;
    this.item = { ...this.item, sent: 0, path: numberedPath(this.path, this.number) };
  }
  /** Whether the upload tries numbered names to keep both files, and may try a higher number. */
  get triesNames(): boolean {
    return this.number > 1 && this.number < mostNumbers;
  }

  private removeUpload(): void {
    const { uploadId } = this.item;
    if (uploadId === undefined || this.item.state === 'done') return;
    this.item = { ...this.item, uploadId: undefined };
    this.wiring.calls.remove(uploadId).catch(() => undefined);
  }

  /** Runs until the file is stored or refused, its name is taken, or the upload is stopped. */
  async run(): Promise<void> {
    const stop = new AbortController();
    this.stop = stop;
    this.pause.restart();
    this.set({ state: 'reading', fault: undefined });
    while (!stop.signal.aborted) {
      try {
        const fileId = await this.attempt(stop.signal);
        if (fileId !== undefined)
          this.set({ state: 'done', waitsFor: undefined, fileId, sent: this.item.bytes });
        return;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!this.mayGoOn(error)) return this.end(error);
        if (!(error instanceof ApiError) || error.status !== 404) await this.afterFailure(error);
      }
    }
  }

  /** Whether another attempt may succeed, for example once the connection is back. */
  private mayGoOn(error: unknown): boolean {
    if (error instanceof Fault || !(error instanceof ApiError)) return false;
    if (error.status === 404 && this.item.uploadId !== undefined) {
      this.isAt(0);
      this.item = { ...this.item, uploadId: undefined };
      return true;
    }
    return isTransient(error);
  }
  private async afterFailure(error: unknown): Promise<void> {
    const { status = 0, retryAfter } = error instanceof ApiError ? error : {};
    // The server stores at most two pieces of one person at a time and refuses further pieces.
    // Another tab may be sending pieces, so this refusal is no failure.
    const isTurn = status === 503 && retryAfter !== undefined && retryAfter <= turnSeconds;
    if (!isTurn) this.pieceBytes = pieceBytesAfterFailure(this.pieceBytes);
    this.set({
      waitsFor: isTurn ? undefined : status === 0 ? 'line' : 'server',
      sent: this.stored,
    });
    await this.pause.afterFailure(retryAfter === undefined ? undefined : retryAfter * 1000);
  }
  private end(error: unknown): void {
    if (error instanceof ApiError && error.code === 'path_taken')
      return this.set({ state: 'taken', waitsFor: undefined });
    this.set({ state: 'failed', waitsFor: undefined, fault: faultOf(error) });
  }

  private isAt(stored: number): void {
    this.stored = stored;
    this.set({ sent: stored, waitsFor: undefined });
  }

  /** @returns the id of the stored file; undefined if the upload was stopped */
  private async attempt(signal: AbortSignal): Promise<string | undefined> {
    this.sha256 ??= await this.wiring.hash(this.file, signal);
    if (this.begun && this.begun.sha256 !== this.sha256) throw new Fault({ code: 'other_file' });
    const upload = await this.beginOrGoOn(this.sha256);
    if (signal.aborted) {
      if (this.isGivenUp) this.removeUpload();
      return undefined;
    }
    this.isAt(upload.stored_bytes);
    if (upload.complete) return upload.file_id ?? '';
    this.set({ state: 'sending' });
    const end = await sendPieces(
      () =>
        signal.aborted ? undefined : this.file.slice(this.stored, this.stored + this.pieceBytes),
      (piece) => this.sendPiece(upload._id, this.stored, piece, signal),
    );
    if (end === 'unreadable') throw new Fault({ code: 'unreadable' });
    if (end === 'wrong') throw new Fault({ code: 'checksum_mismatch' });
    return end && (end.file_id ?? '');
  }

  private async beginOrGoOn(sha256: string) {
    const { calls } = this.wiring;
    const { uploadId, folderId, path, bytes } = this.item;
    const upload =
      uploadId !== undefined && !this.replace
        ? await calls.read(uploadId)
        : await calls.create({
            folder_id: folderId,
            path,
            bytes,
            sha256,
            ...(this.replace && { replace: true }),
          });
    this.item = { ...this.item, uploadId: upload._id };
    return upload;
  }

  /** @returns undefined if the server refused the offset or hash, and said where to continue */
  private async sendPiece(id: string, offset: number, piece: Blob, signal: AbortSignal) {
    try {
      const answer = await this.wiring.calls.send(id, offset, piece, {
        onSent: (bytes) =>
          this.set({ sent: offset + Math.min(bytes, piece.size), waitsFor: undefined }),
        signal,
      });
      this.isAt(answer.stored_bytes);
      this.pause.restart();
      this.pieceBytes = pieceBytesAfterSuccess(this.pieceBytes);
      return answer;
    } catch (error) {
      const stored = storedAfter(error);
      if (stored === undefined) throw error;
      this.isAt(stored);
      return undefined;
    }
  }
}

/**
 * Returns the number of bytes that the server has stored after an error: 0 if the hash of the whole
 * file was wrong, undefined if the error does not say the number.
 */
function storedAfter(error: unknown): number | undefined {
  if (error instanceof WrongOffset) return error.stored;
  return error instanceof ApiError && error.code === 'checksum_mismatch' ? 0 : undefined;
}
