import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Storage } from '../../platform/storage/storage';
import type { ResourceVersionRow } from '../model/resource.entity';
import {
  hasReadableFacts,
  emptyReadResult,
  unreadableResult,
  type FileReadResult,
} from './facts/read-file';
import { ReaderDied, ReaderProcess } from './reader/reader-process';
import { ScanFailure, scanForViruses } from './scanner/clamd';

export interface VersionKey {
  readonly resource_id: string;
  readonly number: number;
}
type Row = Pick<ResourceVersionRow, 'sha256' | 'type' | 'state' | 'facts'> & { owner_id: string };

const thumbnailBytes = 1_000_000;
/** After this many crashes of the reader process, a file counts as unreadable. */
const mostDeaths = 2;

/**
 * Processes a version in a worker: has its bytes scanned for viruses, then reads the facts and
 * makes a thumbnail. Each step reads the version's row again, so a version may safely be processed
 * twice, or by two workers at the same time.
 */
@Injectable()
export class FileVersionReader {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'clamdUrl'>,
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly storage: Storage,
    @Inject(ReaderProcess) private readonly reader: Pick<ReaderProcess, 'read'>,
  ) {}

  /**
   * @returns whether there was anything to do
   * @throws ScanFailure where the virus scanner does not answer; the version stays `checking`
   */
  async at(key: VersionKey): Promise<boolean> {
    const row = await this.rowOf(key);
    if (!row || row.state === 'quarantined' || (row.state === 'ready' && row.facts)) return false;
    if (row.state === 'checking' && !(await this.isClean(key, row))) return true;
    if (!row.facts) await this.writeFacts(key, await this.read(row));
    return true;
  }

  private async rowOf({ resource_id, number }: VersionKey): Promise<Row | undefined> {
    const [row]: Row[] = await this.source.query(
      `SELECT v.sha256, v.type, v.state, v.facts, r.owner_id
       FROM research.resource_version v JOIN research.resource r ON r.id = v.resource_id
       WHERE v.resource_id = $1 AND v.number = $2`,
      [resource_id, number],
    );
    return row;
  }

  /**
   * Has the version scanned, and stores the result. Returns whether it is free of viruses; it also
   * counts as free if the operator no longer has a scanner.
   */
  private async isClean(key: VersionKey, row: Row): Promise<boolean> {
    const found = this.config.clamdUrl ? await this.scanned(this.config.clamdUrl, row) : null;
    await this.unitOfWork.run(async (tx) => {
      const changed = await tx.query(
        `UPDATE research.resource_version SET state = $3,
           facts = CASE WHEN $3 = 'quarantined' THEN coalesce(facts, $4::jsonb) ELSE facts END
         WHERE resource_id = $1 AND number = $2 AND state = 'checking' RETURNING number`,
        [
          key.resource_id,
          key.number,
          found === null ? 'ready' : 'quarantined',
          JSON.stringify(emptyReadResult.facts),
        ],
      );
      if (changed.length > 0 && found !== null)
        tx.record('resources.version-quarantined', {
          account_id: row.owner_id,
          ...key,
          signature: found,
        });
    });
    return found === null;
  }

  private async scanned(url: string, { sha256 }: Row): Promise<string | null> {
    const bytes = await this.storage.bytes(sha256);
    if (!bytes) throw new ScanFailure(`the content ${sha256} is not in the store`);
    try {
      return (await scanForViruses(url, bytes)).found;
    } finally {
      bytes.destroy();
    }
  }

  private async read({ sha256, type }: Row): Promise<FileReadResult> {
    if (!hasReadableFacts(type)) return emptyReadResult;
    for (let deaths = 0; deaths < mostDeaths; deaths++) {
      try {
        return await this.reader.read(this.storage.placeOf(sha256), type);
      } catch (error) {
        if (!(error instanceof ReaderDied)) throw error;
      }
    }
    return unreadableResult;
  }

  private async writeFacts(key: VersionKey, { facts, thumbnail }: FileReadResult): Promise<void> {
    const kept = thumbnail
      ? await this.storage.put(Readable.from([thumbnail]), {
          type: 'application/octet-stream',
          maxBytes: thumbnailBytes,
        })
      : undefined;
    await this.unitOfWork.run((tx) =>
      tx.query(
        `UPDATE research.resource_version SET facts = $3::jsonb, thumbnail_sha256 = $4
         WHERE resource_id = $1 AND number = $2 AND facts IS NULL`,
        [key.resource_id, key.number, JSON.stringify(facts), kept?.sha256 ?? null],
      ),
    );
  }
}
