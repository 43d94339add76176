import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { DomainError } from '../errors/errors';

interface Signature {
  begins: Buffer;
  ends: Buffer;
  within: number;
  least: number;
}
/**
 * The bytes by which a file's type is recognised (docs/domain.md, 9); null: no check. The name and
 * the type that the client states are not trusted. A PDF has an end marker within its last 1,024
 * bytes (ISO 32000-1, 7.5.5 and annex H), so a truncated PDF is refused.
 */
const signatures = {
  'application/pdf': {
    begins: Buffer.from('%PDF-'),
    ends: Buffer.from('%%EOF'),
    within: 1_024,
    least: 100,
  },
  'application/octet-stream': null,
} as const satisfies Record<string, Signature | null>;
export type StoredFileType = keyof typeof signatures;
export interface StoredFile {
  sha256: string;
  size: number;
  type: StoredFileType;
}
/** A file that has been uploaded but not stored permanently: call `keep` or `discard`. */
export interface TemporaryUpload extends StoredFile {
  /** The temporary path of the file, until it is stored permanently. */
  path: string;
}

/**
 * Stores files below DATA_DIR/objects under the SHA-256 of their content. Equal contents are stored once, and a stored
 * content never changes. A content to which nothing refers is deleted after a day (sweep-stored-files.job.ts).
 */
@Injectable()
export class Storage {
  private readonly root: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly source: DataSource,
  ) {
    this.root = join(config.dataDir, 'objects');
  }

  /**
   * Streams a file to disk without buffering it in memory. The file gets its final name only when it is complete.
   * @throws DomainError too_large, unsupported_media_type (if the content is not of `type`), malformed_body (if the
   * client disconnected half-way)
   */
  async put(
    content: AsyncIterable<Uint8Array>,
    asked: { type: StoredFileType; maxBytes: number },
  ): Promise<StoredFile> {
    const { path: _, ...file } = await this.arrive(content, asked).then(async (arrived) => {
      await this.keep([arrived]);
      return arrived;
    });
    return file;
  }

  /**
   * Uploads a file without storing it permanently yet. The caller can then keep or discard several
   * files together.
   * @throws DomainError like `put`
   */
  async arrive(
    content: AsyncIterable<Uint8Array>,
    { type, maxBytes }: { type: StoredFileType; maxBytes: number },
  ): Promise<TemporaryUpload> {
    await mkdir(this.arriving, { recursive: true, mode: 0o700 });
    const path = join(this.arriving, randomUUID());
    try {
      return { ...(await this.write(path, content, type, maxBytes)), path };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Deletes uploaded files that will not be stored. */
  async discard(files: readonly TemporaryUpload[]): Promise<void> {
    for (const { path } of files) await rm(path, { force: true });
  }

  /**
   * Moves uploaded files to their permanent places. Before that, it writes the row of each content,
   * or renews the row's time. This protects the content from the cleanup job for a day, so that the
   * caller can write the row that refers to it.
   */
  async keep(files: readonly TemporaryUpload[]): Promise<void> {
    try {
      const each = [...new Map(files.map((file) => [file.sha256, file])).values()].sort((a, b) =>
        a.sha256 < b.sha256 ? -1 : 1,
      );
      await this.touch(each);
      for (const { sha256, size, path } of each) await this.settle(path, sha256, size);
    } finally {
      await this.discard(files);
    }
  }

  /** Returns the size of a file in bytes. @returns undefined if there is no such file */
  async sizeOf(sha256: string): Promise<number | undefined> {
    const rows: unknown[] = await this.source.query(
      'SELECT sha256 FROM platform.stored_file WHERE sha256 = $1',
      [sha256],
    );
    if (rows.length === 0) return undefined;
    return (await stat(this.placeOf(sha256)).catch(() => undefined))?.size;
  }

  /**
   * Reads the bytes of a file that is in use, from `first` to `last` (both included).
   * @returns undefined if the file is not on disk
   */
  async bytes(sha256: string, first = 0, last = Infinity): Promise<Readable | undefined> {
    const handle = await this.handleOf(sha256);
    return handle?.createReadStream({ start: first, end: last });
  }

  /**
   * Moves a file that was uploaded in pieces to its permanent place. After a crash, a repeated call
   * finishes the move. It moves the file even if equal bytes are stored already, so that the
   * response time does not reveal whether another person has the file.
   * @param arrived `path` is the temporary place; absent if an earlier call has moved the file
   * @returns false if the file is in neither place
   */
  async keepPieces({
    path,
    sha256,
    size,
  }: Omit<TemporaryUpload, 'type' | 'path'> & { path?: string | undefined }): Promise<boolean> {
    await this.touch([{ sha256, size, type: 'application/octet-stream' }]);
    const place = this.placeOf(sha256);
    if (path === undefined) return (await stat(place).catch(() => undefined))?.size === size;
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    return true;
  }

  /** Deletes the bytes of a content whose row the caller has deleted in its transaction. */
  async remove(sha256: string): Promise<void> {
    await rm(this.placeOf(sha256), { force: true });
  }

  /** Protects these contents from the cleanup job for a day. */
  private async touch(each: readonly StoredFile[]): Promise<void> {
    await this.source.query(
      `INSERT INTO platform.stored_file AS stored (sha256, size, type)
       SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
       ON CONFLICT (sha256) DO UPDATE SET touched_at = now(),
         type = CASE WHEN stored.type = 'application/octet-stream' THEN excluded.type ELSE stored.type END`,
      [
        each.map(({ sha256 }) => sha256),
        each.map(({ size }) => size),
        each.map(({ type }) => type),
      ],
    );
  }

  /** The folder of uploaded files that are not stored permanently yet. */
  get arriving(): string {
    return join(this.root, 'arriving');
  }

  private async settle(path: string, sha256: string, size: number): Promise<void> {
    const place = this.placeOf(sha256);
    const there = await stat(place).catch(() => undefined);
    if (there?.size === size) return;
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
  }

  private async handleOf(sha256: string): Promise<FileHandle | undefined> {
    return open(this.placeOf(sha256), 'r').catch((error: unknown) => {
      if ((error as { code?: string }).code === 'ENOENT') return undefined;
      throw error;
    });
  }

  private async write(
    path: string,
    content: AsyncIterable<Uint8Array>,
    type: StoredFileType,
    maxBytes: number,
  ): Promise<StoredFile> {
    const hash = createHash('sha256');
    const signature: Signature | null = signatures[type];
    let beginning = Buffer.alloc(0);
    let end = Buffer.alloc(0);
    let size = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > maxBytes) throw new DomainError('too_large');
        if (signature && beginning.length < signature.begins.length) {
          const { begins } = signature;
          beginning = Buffer.concat([beginning, chunk]).subarray(0, begins.length);
          if (!beginning.equals(begins.subarray(0, beginning.length)))
            throw new DomainError('unsupported_media_type');
        }
        if (signature)
          end = Buffer.concat([end, chunk.subarray(-signature.within)]).subarray(-signature.within);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (signature && (size < signature.least || !end.includes(signature.ends)))
        throw new DomainError('unsupported_media_type');
    } catch (error) {
      throw error instanceof DomainError || isDisk(error)
        ? error
        : new DomainError('malformed_body');
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), size, type };
  }

  /** The path of a stored content, for a program that reads only parts of it. */
  placeOf(sha256: string): string {
    return join(this.root, sha256.slice(0, 2), sha256);
  }
}

/**
 * Whether the error comes from the file system, and is therefore a server error. Any other error
 * means that the client's body ended too early.
 */
const isDisk = (error: unknown) =>
  typeof (error as { syscall?: unknown }).syscall === 'string' &&
  (error as { code?: string }).code !== 'ECONNRESET';
