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
 * Magic bytes by which a file's type is recognised: neither the name nor the client's content type is trusted
 * (docs/domain.md, 9). A PDF has an end marker within its last 1,024 bytes (ISO 32000-1, 7.5.5 and annex H), so a
 * truncated file is refused. Null for types without a check.
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
export type StoredType = keyof typeof signatures;
export interface StoredFile {
  sha256: string;
  size: number;
  type: StoredType;
}
/** A file that has been uploaded but not stored permanently: call `keep` or `discard`. */
export interface ArrivedFile extends StoredFile {
  /** The temporary path of the file, until it is stored permanently. */
  path: string;
}

/**
 * Files by the SHA-256 of their content, below DATA_DIR/objects. Equal contents are stored once and
 * never changed. Files without a reference are deleted a day later (sweep-stored-files.job.ts).
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
   * Streams a file to disk without buffering it in memory; it appears under its name only when it
   * is complete and on disk.
   * @throws DomainError too_large, unsupported_media_type (the content is something else than
   * `type`), malformed_body (the client disconnected half-way)
   */
  async put(
    content: AsyncIterable<Uint8Array>,
    asked: { type: StoredType; maxBytes: number },
  ): Promise<StoredFile> {
    const { path: _, ...file } = await this.arrive(content, asked).then(async (arrived) => {
      await this.keep([arrived]);
      return arrived;
    });
    return file;
  }

  /**
   * The first half of `put`, for several files of which all or none are stored.
   * @throws DomainError as `put`
   */
  async arrive(
    content: AsyncIterable<Uint8Array>,
    { type, maxBytes }: { type: StoredType; maxBytes: number },
  ): Promise<ArrivedFile> {
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
  async discard(files: readonly ArrivedFile[]): Promise<void> {
    for (const { path } of files) await rm(path, { force: true });
  }

  /**
   * Moves uploaded files to their permanent places. The row of each is written, or touched, first: from then on the
   * cleanup job leaves the content alone for a day, in which the row that refers to it is written.
   */
  async keep(files: readonly ArrivedFile[]): Promise<void> {
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

  /** @returns how many bytes a file has; undefined where there is no such file */
  async sizeOf(sha256: string): Promise<number | undefined> {
    const rows: unknown[] = await this.source.query(
      'SELECT sha256 FROM platform.stored_file WHERE sha256 = $1',
      [sha256],
    );
    if (rows.length === 0) return undefined;
    return (await stat(this.placeOf(sha256)).catch(() => undefined))?.size;
  }

  /**
   * The bytes of a file that something refers to, from `first` to `last` (both included).
   * @returns undefined where they are not on disk
   */
  async bytes(sha256: string, first = 0, last = Infinity): Promise<Readable | undefined> {
    const handle = await this.handleOf(sha256);
    return handle?.createReadStream({ start: first, end: last });
  }

  /**
   * Moves a file that arrived in pieces to its place, in the same order as `keep`; after a crash, a further call
   * continues. It replaces equal bytes that already exist, so that its duration does not reveal which files other
   * people have.
   * @param arrived `path`: its temporary place; without it, it was moved before
   * @returns false where it is neither there nor in its permanent place
   */
  async keepPieces({
    path,
    sha256,
    size,
  }: Omit<ArrivedFile, 'type' | 'path'> & { path?: string | undefined }): Promise<boolean> {
    await this.touch([{ sha256, size, type: 'application/octet-stream' }]);
    const place = this.placeOf(sha256);
    if (path === undefined) return (await stat(place).catch(() => undefined))?.size === size;
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    return true;
  }

  /** Deletes the bytes of a content whose row the caller's transaction has deleted. */
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
    type: StoredType,
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

  /** The path of a content, for a program that reads parts of it. */
  placeOf(sha256: string): string {
    return join(this.root, sha256.slice(0, 2), sha256);
  }
}

/** A server error, unlike a body that ends too early. */
const isDisk = (error: unknown) =>
  typeof (error as { syscall?: unknown }).syscall === 'string' &&
  (error as { code?: string }).code !== 'ECONNRESET';
