import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { Clock, later, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Secrets } from '../../platform/security/secrets';
import { Archive } from '../../platform/storage/archive';
import { Storage } from '../../platform/storage/storage';
import { mayOnStudySql } from '../../studies/study.policy';
import { descriptionAmong } from '../report/jatos-study';
import { decodeText } from '../report/decoded.rule';
import type { ManifestFile } from '../versions/manifest';
import { type JatosArchive, describedArchive, pageArchive } from './jatos-archive.rule';

export type ArchiveFormat = 'zip' | 'jzip';
interface Version {
  number: number;
  name: string;
  kind: string | null;
  entry: string | null;
  created_at: Date;
}
/** A file of the store, or a text that is made for the archive. */
interface Entry {
  path: string;
  content: { sha256: string; bytes: number } | string;
}
export interface SignedVersion {
  /** The account that it was given to. */
  reader: string;
  expires: string;
  signature: string;
}
/** A browser sends no Bearer header when it saves a file. */
const validMs = minutes(60);

/**
 * All files of a version as a ZIP, made while it is read, by a signed address: of somebody, as long as
 * they have a role in the study.
 */
@Injectable()
export class VersionArchive {
  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found, no_jatos_archive, jatos_description_refused */
  async address(versionId: string, format: ArchiveFormat, reader: string): Promise<string> {
    if (format === 'jzip') await this.forJatos(versionId, await this.version(versionId, reader));
    const expires = String(later(this.clock.now(), validMs).getTime());
    const signature = this.secrets.stamp('study-version-url', versionId, reader, expires);
    // Both are the same files: who may have one of them may have the other.
    const query = new URLSearchParams({
      ...{ reader, expires, signature: signature.toString('base64url') },
      ...(format === 'jzip' && { format }),
    });
    return `${this.config.publicApiUrl}/api/study-versions/${versionId}/archive/?${query.toString()}`;
  }

  isValid(versionId: string, { reader, expires, signature }: SignedVersion): boolean {
    const given = Buffer.from(signature, 'base64url');
    return (
      this.secrets.isSigned(given, 'study-version-url', versionId, reader, expires) &&
      Number(expires) > this.clock.now().getTime()
    );
  }

  /**
   * @throws DomainError not_found for a version that was deleted since, and for whoever has no role in
   * its study any more; no_jatos_archive, jatos_description_refused
   */
  async open(
    versionId: string,
    format: ArchiveFormat,
    reader: string,
  ): Promise<{ name: string; stream: PassThrough }> {
    const version = await this.version(versionId, reader);
    const entries =
      format === 'jzip'
        ? await this.forJatos(versionId, version)
        : (await this.files(versionId)).map(({ path, ...content }) => ({ path, content }));
    const stream = new PassThrough();
    void this.write(stream, version.created_at, entries).catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    const name = version.name.replace(/\.(zip|jzip|json)$/i, '').replace(/[^\p{L}\p{N}]+/gu, '-');
    return { name: `${name.replace(/^-|-$/g, '') || 'study'}-${version.number}.${format}`, stream };
  }

  private async version(id: string, reader: string): Promise<Version> {
    const [version]: Version[] = await this.source.query(
      `SELECT v.number, v.name, v.kind, v.entry, v.created_at
       FROM research.study_version v JOIN research.study_profile st ON st.id = v.study_id
       JOIN identity.account_profile a ON a.id = $2 AND a.disabled_at IS NULL
       WHERE v.id = $1 AND v.number > 0 AND ${mayOnStudySql('read', 'st', 'a.id')}`,
      [id, reader],
    );
    if (!version) throw new DomainError('not_found');
    return version;
  }

  private files(versionId: string): Promise<ManifestFile[]> {
    return this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
       ORDER BY path COLLATE "C"`,
      [versionId],
    );
  }

  /**
   * @throws DomainError no_jatos_archive where nothing in the version speaks to JATOS;
   * jatos_description_refused
   */
  private async forJatos(id: string, { kind, entry, name }: Version): Promise<Entry[]> {
    const files = await this.files(id);
    const paths = files.map(({ path }) => path);
    const refused: string[] = [];
    const textOf = async ({ sha256 }: ManifestFile) => {
      const bytes = await this.storage.bytes(sha256);
      if (!bytes) throw new Error('the content of a version is not in the store');
      return decodeText(await buffer(bytes));
    };
    const found = await descriptionAmong(files, textOf, new Set(paths), (path) =>
      refused.push(path),
    );
    // Not one of pages alone: it would be without what the description says.
    const [path] = refused;
    if (!found && path !== undefined) throw new DomainError('jatos_description_refused', { path });
    let archive: JatosArchive;
    if (found) archive = describedArchive(found, paths, id);
    else if (kind === 'jatos' && entry !== null) archive = pageArchive({ name, entry }, paths, id);
    else throw new DomainError('no_jatos_archive');
    const { description, placed } = archive;
    return [
      { path: description.path, content: description.text },
      ...files.flatMap(({ path, ...content }) => {
        const at = placed.get(path);
        return at === undefined ? [] : [{ path: at, content }];
      }),
    ];
  }

  private async write(stream: PassThrough, madeAt: Date, entries: readonly Entry[]): Promise<void> {
    const archive = new Archive(madeAt, async (part) => {
      // A reader that has gone drains nothing any more.
      if (stream.destroyed) throw new Error('nobody reads this archive any more');
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    });
    for (const { path, content } of entries) {
      if (typeof content === 'string') {
        await archive.add(path, [content]);
        continue;
      }
      const stored = content.bytes > 0 ? await this.storage.bytes(content.sha256) : undefined;
      if (content.bytes > 0 && !stored)
        throw new Error('the content of a version is not in the store');
      await archive.add(path, stored ?? []);
    }
    await archive.end();
    stream.end();
  }
}
