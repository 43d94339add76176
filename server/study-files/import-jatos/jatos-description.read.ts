import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { Storage } from '../../platform/storage/storage';
import { findJatosStudy, type JatosStudy } from './jatos-study';
import { decodeText } from '../addresses/decoded.rule';
import { sha256 } from '../../platform/security/secrets';
import type { ManifestFile } from '../versions/manifest';

/**
 * Reads the JATOS description (`.jas`) of a version. It is cached, since a version never changes.
 */
@Injectable()
export class JatosDescriptionRead {
  /** The cache holds JSON texts, since their size in memory is known. */
  private readonly known = new LRUCache<string, { json: Buffer | null }>({
    maxSize: 20_000_000,
    sizeCalculation: ({ json }) => 1_000 + (json?.length ?? 0),
  });

  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
  ) {}

  /**
   * Reads the description of the version that is served at an address.
   * @param key the key in the address
   * @returns the description as JSON; null if the version has no readable description
   */
  async of(key: string): Promise<Buffer | null> {
    const [version]: { version_id: string }[] = await this.source.query(
      `SELECT version_id FROM research.study_serving WHERE key_hash = $1`,
      [sha256(key)],
    );
    if (!version) return null;
    const known = this.known.get(version.version_id);
    if (known) return known.json;
    const study = await this.readFrom(version.version_id);
    const json = study && Buffer.from(JSON.stringify(study));
    this.known.set(version.version_id, { json });
    return json;
  }

  private async readFrom(versionId: string): Promise<JatosStudy | null> {
    const files: ManifestFile[] = await this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1`,
      [versionId],
    );
    return findJatosStudy(files, async (file) => {
      const bytes = await this.storage.bytes(file.sha256);
      if (!bytes) throw new Error('the content of a version is not in the store');
      return decodeText(await buffer(bytes));
    });
  }
}
