import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { OwnPaths } from './own-paths.rule';

/** The paths of a version, which never changes. */
@Injectable()
export class PathsOfVersionRead {
  /** While one is read for the first time, all requests for it wait for that reading. */
  private readonly known = new LRUCache<string, Promise<OwnPaths>>({ max: 50 });

  constructor(private readonly source: DataSource) {}

  of(versionId: string): Promise<OwnPaths> {
    const before = this.known.get(versionId);
    if (before) return before;
    const read = this.read(versionId);
    this.known.set(versionId, read);
    // A reading that failed is none: the next request reads again.
    read.catch(() => this.known.get(versionId) === read && this.known.delete(versionId));
    return read;
  }

  private async read(versionId: string): Promise<OwnPaths> {
    const files: { path: string }[] = await this.source.query(
      `SELECT path FROM research.study_version_file WHERE version_id = $1`,
      [versionId],
    );
    return new OwnPaths(new Set(files.map(({ path }) => path)));
  }
}
