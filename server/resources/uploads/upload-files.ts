import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { Logger } from '../../platform/observability/log';
import { redactError } from '../../platform/observability/redact-error';
import { LOG } from '../../platform/platform.module';
import { Storage } from '../../platform/storage/storage';
import { RunningHashes } from './running-hashes';

const hashesAtOnce = 1_000;
/** How many bytes are read and copied at a time. */
const atOnce = 1_000_000;

/**
 * The files of uploads in progress, below DATA_DIR/objects/arriving. For each upload, every server
 * process writes its own file, `<upload id>.<process>`, and copies into it what other processes
 * stored before. So a slow process cannot change bytes that another process has checked and stored,
 * and each process knows the hash of its own file. A process writes one piece of an upload at a
 * time (piece-concurrency.ts). A periodic job deletes files of uploads that have ended
 * (sweep-stored-files.job.ts).
 */
@Injectable()
export class UploadFiles {
  private readonly process = randomUUID();
  private readonly hashes = new RunningHashes(hashesAtOnce);

  constructor(
    private readonly storage: Storage,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Returns the path of the file in which this process stores the bytes of an upload. */
  pathOf(uploadId: string): string {
    return join(this.storage.arriving, this.nameOf(uploadId));
  }

  /**
   * Makes sure that this process's file has the first `size` bytes, by copying what it lacks from
   * another process's file.
   * @returns false where no process has that many bytes, since they were lost
   */
  async reach(uploadId: string, size: number): Promise<boolean> {
    const own = await sizeOf(this.pathOf(uploadId));
    if (own >= size) return true;
    for (const name of await this.filesOf(uploadId)) {
      const path = join(this.storage.arriving, name);
      if (name === this.nameOf(uploadId) || (await sizeOf(path)) < size) continue;
      let at = own;
      const range = { start: own, end: size - 1, highWaterMark: atOnce };
      for await (const part of createReadStream(path, range)) {
        await this.write(uploadId, at, part as Buffer);
        at += (part as Buffer).length;
      }
      return at === size;
    }
    return false;
  }

  /**
   * Writes a piece at its offset, and returns when the piece is on disk. If an earlier attempt left
   * bytes after the end of the piece, later pieces overwrite them. The caller must have called
   * `reach` for all bytes before the offset.
   * @throws DomainError unavailable where the disk is full
   */
  async write(uploadId: string, offset: number, piece: Buffer): Promise<void> {
    const write = async () => {
      const file = await this.opened(uploadId);
      try {
        await writeWhole(file, offset, piece);
      } finally {
        await file.close();
      }
    };
    await this.whileRoom(write).catch((error: unknown) => {
      this.hashes.forget(uploadId);
      throw error;
    });
    this.hashes.add(uploadId, offset, piece);
  }

  /** @throws DomainError unavailable where the disk is full */
  async whileRoom<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error)) throw error;
      this.log.error({ err: redactError(error) }, 'the disk is full: an upload waits');
      throw new DomainError('unavailable', {}, { retryAfter: 60 });
    }
  }

  /** Whether exactly these bytes are stored at the offset. */
  async has(uploadId: string, offset: number, piece: Buffer): Promise<boolean> {
    const file = await open(this.pathOf(uploadId), 'r');
    try {
      const there = Buffer.alloc(piece.length);
      const { bytesRead } = await file.read(there, 0, piece.length, offset);
      return bytesRead === piece.length && there.equals(piece);
    } finally {
      await file.close();
    }
  }

  /**
   * Returns the SHA-256 of the first `size` bytes of this process's file. Reads only the bytes that
   * were not hashed when they arrived.
   */
  async sha256(uploadId: string, size: number): Promise<string> {
    const known = this.hashes.digestOf(uploadId, size);
    if (known !== undefined) return known;
    let at = this.hashes.coveredOf(uploadId, size);
    const range = { start: at, end: size - 1, highWaterMark: atOnce };
    for await (const part of createReadStream(this.pathOf(uploadId), range)) {
      this.hashes.add(uploadId, at, part as Buffer);
      at += (part as Buffer).length;
    }
    const read = this.hashes.digestOf(uploadId, size);
    if (read === undefined) throw new Error('a file that arrives is shorter than it was');
    return read;
  }

  /** Deletes the bytes of an upload, including the files of other processes. */
  async discard(uploadId: string): Promise<void> {
    this.hashes.forget(uploadId);
    for (const name of await this.filesOf(uploadId))
      await rm(join(this.storage.arriving, name), { force: true });
  }

  private nameOf(uploadId: string): string {
    return `${uploadId}.${this.process}`;
  }

  private async filesOf(uploadId: string): Promise<string[]> {
    const all = await readdir(this.storage.arriving).catch(() => []);
    return all.filter((name) => name.startsWith(`${uploadId}.`));
  }

  /**
   * Opens this process's file. If it has to be created, any running hash is dropped, since another
   * process may have deleted the previous file.
   */
  private async opened(uploadId: string): Promise<FileHandle> {
    const path = this.pathOf(uploadId);
    try {
      return await open(path, 'r+');
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
    this.hashes.forget(uploadId);
    await mkdir(this.storage.arriving, { recursive: true, mode: 0o700 });
    return open(path, 'wx+', 0o600);
  }
}

/**
 * Writes all bytes of a piece. If that fails, truncates the file, so that a full disk gets the
 * space back.
 */
async function writeWhole(file: FileHandle, offset: number, piece: Buffer): Promise<void> {
  try {
    for (let at = 0; at < piece.length;) {
      const { bytesWritten } = await file.write(piece, at, piece.length - at, offset + at);
      at += bytesWritten;
    }
    await file.datasync();
  } catch (error) {
    await file.truncate(offset).catch(() => undefined);
    throw error;
  }
}

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');
