import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Capabilities } from '../../context/capabilities';
import { unreferencedContentSql } from '../sweep-stored-files.job';

/** What is wrong with a stored content, or with a file in its folder. */
export type StoredObjectFault =
  /** A row refers to the content, but there is no file with it. */
  | 'missing'
  /** The hash of the file's bytes differs from its name. */
  | 'changed'
  /** A file without a database row, or with a name that is not a hash. */
  | 'stray'
  /** The temporary file of an upload that has ended; it should have been deleted. */
  | 'left';

export interface ObjectsVerdict {
  readonly contents: number;
  readonly bytes: number;
  /** How many contents no row refers to. A job deletes them a day after they were stored. */
  readonly unused: number;
  /**
   * The number of temporary files of uploads. The files of an ended upload count until a job
   * deletes them.
   */
  readonly arriving: number;
  readonly faults: number;
}
export interface ObjectsReport {
  fault(kind: StoredObjectFault, path: string): void;
  unused(sha256: string): void;
  /** @param done the verified share of the folders, from 0 to 1 */
  progress(done: number, bytes: number): void;
}
interface Row {
  readonly sha256: string;
  readonly size: string;
  readonly unused: boolean;
}

/**
 * The names of the folders of contents. The first two digits of a content's hash are the name of
 * its folder.
 */
const folders = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
const partBytes = 1_000_000;

/**
 * Compares the folders of contents with the rows in the database and with the hashes, one folder
 * after the other, so that only one folder is in memory. Programs may store and delete contents in
 * the meantime, so an apparent fault is checked a second time.
 */
export class VerifyObjects {
  private counts = { contents: 0, bytes: 0, unused: 0, arriving: 0, faults: 0 };

  constructor(
    private readonly source: Pick<DataSource, 'query'>,
    private readonly capabilities: Pick<Capabilities, 'keeps'>,
    private readonly root: string,
    private readonly report: ObjectsReport,
  ) {}

  /**
   * @param now the current time
   * @param arriving returns which of the given temporary files of uploads are allowed to exist
   */
  async run(
    now: Date,
    arriving: (names: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<ObjectsVerdict> {
    await this.top();
    for (const [i, folder] of folders.entries()) {
      await this.folder(folder, now);
      this.report.progress((i + 1) / folders.length, this.counts.bytes);
    }
    await this.arriving(arriving);
    return this.counts;
  }

  private async top(): Promise<void> {
    for (const name of await namesIn(this.root))
      if (name !== 'arriving' && !folders.includes(name)) this.fault('stray', name);
  }

  private async folder(folder: string, now: Date): Promise<void> {
    const names = await namesIn(join(this.root, folder));
    const rows = await this.rowsOf(folder, now);
    const byHash = new Map(rows.map((row) => [row.sha256, row]));
    for (const row of rows) await this.content(row, now);
    for (const name of names) {
      if (byHash.has(name) || (await this.rowOf(name, now))) continue;
      if (await isThere(join(this.root, folder, name))) this.fault('stray', join(folder, name));
    }
  }

  private async content(row: Row, now: Date): Promise<void> {
    const { sha256 } = row;
    this.counts.contents += 1;
    if (row.unused) {
      this.counts.unused += 1;
      this.report.unused(sha256);
    }
    const hash = await this.hashOf(sha256);
    if (hash === sha256) return;
    // The content may have been deleted or stored again while its hash was computed.
    const present = await this.rowOf(sha256, now);
    if (!present) return;
    const again = await this.hashOf(sha256);
    // A missing file is a fault only if something refers to its row. Otherwise a process died while
    // it stored the file.
    if (again === undefined && !present.unused) this.fault('missing', pathOf(sha256));
    if (again !== undefined && again !== sha256) this.fault('changed', pathOf(sha256));
  }

  private async arriving(
    known: (names: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    const names = await namesIn(join(this.root, 'arriving'));
    this.counts.arriving = names.length;
    const those = await known(names);
    for (const name of names) {
      const path = join('arriving', name);
      if (!those.has(name) && (await isThere(join(this.root, path)))) this.fault('left', path);
    }
  }

  private fault(kind: StoredObjectFault, path: string): void {
    this.counts.faults += 1;
    this.report.fault(kind, path);
  }

  private async hashOf(sha256: string): Promise<string | undefined> {
    const hash = createHash('sha256');
    try {
      const path = join(this.root, pathOf(sha256));
      const parts = createReadStream(path, { highWaterMark: partBytes }) as AsyncIterable<Buffer>;
      for await (const part of parts) {
        hash.update(part);
        this.counts.bytes += part.length;
      }
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return undefined;
      throw error;
    }
    return hash.digest('hex');
  }

  private rowsOf(folder: string, now: Date): Promise<Row[]> {
    return this.source.query(`${this.select} kept.sha256 BETWEEN $2 AND $3`, [
      now,
      folder,
      `${folder}g`,
    ]);
  }

  private async rowOf(sha256: string, now: Date): Promise<Row | undefined> {
    const [row]: Row[] = await this.source.query(`${this.select} kept.sha256 = $2`, [now, sha256]);
    return row;
  }

  /** The beginning of a query. $1 is the current time; the caller appends a condition. */
  private get select(): string {
    return `SELECT kept.sha256, kept.size::text AS size, ${unreferencedContentSql(this.capabilities)} AS unused
      FROM platform.stored_file kept WHERE $1::timestamptz IS NOT NULL AND`;
  }
}

const pathOf = (sha256: string) => join(sha256.slice(0, 2), sha256);
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  });
