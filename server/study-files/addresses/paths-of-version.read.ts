import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { OutsideAddressResolver } from './own-paths.rule';

/** Reads the paths of a version's files. They are cached, since a version never changes. */
@Injectable()
export class PathsOfVersionRead {
  /**
   * The cache holds at most this many paths, of all versions together. A path takes about a hundred
   * bytes.
   */
  private readonly known = new LRUCache<string, OutsideAddressResolver>({
    maxSize: 300_000,
    sizeCalculation: ({ size }) => 1 + size,
  });
  /** Reads in progress: all simultaneous requests for a version share the first read. */
  private readonly underWay = new Map<string, Promise<OutsideAddressResolver>>();

  constructor(private readonly source: DataSource) {}

  of(versionId: string): Promise<OutsideAddressResolver> {
    const known = this.known.get(versionId);
    if (known) return Promise.resolve(known);
    const before = this.underWay.get(versionId);
    if (before) return before;
    const read = this.read(versionId).finally(() => this.underWay.delete(versionId));
    this.underWay.set(versionId, read);
    return read;
  }

  private async read(versionId: string): Promise<OutsideAddressResolver> {
    const files: { path: string }[] = await this.source.query(
      `SELECT path FROM research.study_version_file WHERE version_id = $1`,
      [versionId],
    );
    const paths = new OutsideAddressResolver(new Set(files.map(({ path }) => path)));
    this.known.set(versionId, paths);
    return paths;
  }
}
