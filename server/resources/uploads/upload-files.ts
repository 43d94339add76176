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
/** Bytes that are read and copied at a time. */
const atOnce = 1_000_000;

/**
 * The files of uploads in progress, below DATA_DIR/objects/arriving. Each server process writes its own file for an
 * upload, `<upload id>.<process>`, and copies what another process stored before. So a slow process cannot change
 * bytes that another one has checked and stored, and each process knows the hash of its own file. A process writes
 * one piece of an upload at a time (piece-places.ts). A periodic job deletes leftovers of uploads that ended
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

  /** The path of this process's file of an upload. */
  pathOf(uploadId: string): string {
    return join(this.storage.arriving, this.nameOf(uploadId));
  }

  /**
   * Copies from other processes' files what this process lacks of the first `size` bytes.
   * @returns false where no process has that many: they were lost
   * @throws DomainError unavailable
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
   * Writes a piece at its offset, up to which `reach` was called; it is on disk when this returns. Bytes that an earlier
   * attempt left behind it are overwritten by the next pieces.
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

  /** The SHA-256 of the first `size` bytes; only bytes that were not hashed on arrival are read again. */
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

  /** Deletes the bytes of an upload, those of other processes too. */
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

  /** Opens the file; a new file has no running hash, because another process may have deleted the previous one. */
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

/** Writes a piece completely, or truncates a partial write, so that a full disk gets the space back. */
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
