import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { Storage } from '../../platform/storage/storage';
import type { JatosStudy } from '../report/facts.rule';
import { checkedBytes } from '../report/is-soon-made.rule';
import { jatosStudyIn } from '../report/jatos-study';
import { decodeText } from '../report/report-maker';
import { sha256 } from '../../platform/security/secrets';

interface File {
  version_id: string;
  sha256: string;
  bytes: number;
}

/** What the description of a study for JATOS (`.jas`) says; a version never changes. */
@Injectable()
export class JatosDescriptionRead {
  private readonly known = new LRUCache<string, { study: JatosStudy | null }>({ max: 50 });

  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
  ) {}

  /**
   * @param key of an address that is granted
   * @returns null where the version has none, or none that can be read
   */
  async of(key: string): Promise<JatosStudy | null> {
    const [file]: File[] = await this.source.query(
      `SELECT f.version_id, f.sha256, f.bytes FROM research.study_serving s
       JOIN research.study_version_file f ON f.version_id = s.version_id
       WHERE s.key_hash = $1 AND lower(right(f.path, 4)) = '.jas'
       ORDER BY f.path LIMIT 1`,
      [sha256(key)],
    );
    if (!file || file.bytes > checkedBytes) return null;
    const known = this.known.get(file.version_id);
    if (known) return known.study;
    const study = await this.readFrom(file);
    this.known.set(file.version_id, { study });
    return study;
  }

  private async readFrom(file: File): Promise<JatosStudy | null> {
    const bytes = await this.storage.bytes(file.sha256);
    if (!bytes) throw new Error('the content of a version is not in the store');
    const paths: { path: string }[] = await this.source.query(
      `SELECT path FROM research.study_version_file WHERE version_id = $1`,
      [file.version_id],
    );
    return jatosStudyIn(decodeText(await buffer(bytes)), new Set(paths.map(({ path }) => path)));
  }
}
