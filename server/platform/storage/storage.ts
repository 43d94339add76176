import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { DomainError } from '../http/errors';

/**
 * Bytes by which a file's type is known: neither the name nor the client's content type is trusted
 * (docs/domain.md, 9). A PDF says where it ends within its last 1,024 bytes (ISO 32000-1, 7.5.5 and
 * annex H), so a file that was cut short is refused.
 */
const signatures = {
  'application/pdf': {
    begins: Buffer.from('%PDF-'),
    ends: Buffer.from('%%EOF'),
    within: 1_024,
    least: 100,
  },
} as const;
export type StoredType = keyof typeof signatures;
export interface StoredFile {
  sha256: string;
  size: number;
  type: StoredType;
}

/**
 * Files by the SHA-256 of their content, below DATA_DIR/objects. Equal contents are stored once and
 * never changed.
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
    { type, maxBytes }: { type: StoredType; maxBytes: number },
  ): Promise<StoredFile> {
    await mkdir(join(this.root, 'arriving'), { recursive: true, mode: 0o700 });
    const arriving = join(this.root, 'arriving', randomUUID());
    try {
      const file = await this.write(arriving, content, type, maxBytes);
      const place = this.placeOf(file.sha256);
      await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
      await rename(arriving, place);
      await this.source.query(
        'INSERT INTO platform.stored_file (sha256, size, type) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [file.sha256, file.size, file.type],
      );
      return file;
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
  }

  /** @returns undefined where there is no such file. */
  async open(sha256: string): Promise<(StoredFile & { stream: Readable }) | undefined> {
    const [row]: { type: StoredType }[] = await this.source.query(
      'SELECT type FROM platform.stored_file WHERE sha256 = $1',
      [sha256],
    );
    const place = this.placeOf(sha256);
    const found = row && (await stat(place).catch(() => undefined));
    return found && { sha256, type: row.type, size: found.size, stream: createReadStream(place) };
  }

  private async write(
    path: string,
    content: AsyncIterable<Uint8Array>,
    type: StoredType,
    maxBytes: number,
  ): Promise<StoredFile> {
    const hash = createHash('sha256');
    const signature = signatures[type];
    const { begins } = signature;
    let beginning = Buffer.alloc(0);
    let end = Buffer.alloc(0);
    let size = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > maxBytes) throw new DomainError('too_large');
        if (beginning.length < begins.length) {
          beginning = Buffer.concat([beginning, chunk]).subarray(0, begins.length);
          if (!beginning.equals(begins.subarray(0, beginning.length)))
            throw new DomainError('unsupported_media_type');
        }
        end = Buffer.concat([end, chunk.subarray(-signature.within)]).subarray(-signature.within);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (size < signature.least || !end.includes(signature.ends))
        throw new DomainError('unsupported_media_type');
      await file.sync();
    } catch (error) {
      throw error instanceof DomainError || isDisk(error)
        ? error
        : new DomainError('malformed_body');
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), size, type };
  }

  private placeOf(sha256: string): string {
    return join(this.root, sha256.slice(0, 2), sha256);
  }
}

/** A server error, unlike a body that ends too early. */
const isDisk = (error: unknown) =>
  typeof (error as { syscall?: unknown }).syscall === 'string' &&
  (error as { code?: string }).code !== 'ECONNRESET';
