import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { Clock, later, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Secrets } from '../../platform/security/secrets';
import { Archive } from '../../platform/storage/archive';
import { Storage } from '../../platform/storage/storage';

export interface SignedVersion {
  expires: string;
  signature: string;
}
/** A browser sends no Bearer header when it saves a file. */
const validMs = minutes(60);

/** All files of a version as a ZIP, made while it is read, by a signed address. */
@Injectable()
export class VersionArchive {
  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  address(versionId: string): string {
    const expires = String(later(this.clock.now(), validMs).getTime());
    const signature = this.secrets.stamp('study-version-url', versionId, expires);
    const query = new URLSearchParams({ expires, signature: signature.toString('base64url') });
    return `${this.config.publicApiUrl}/api/study-versions/${versionId}/archive/?${query.toString()}`;
  }

  isValid(versionId: string, { expires, signature }: SignedVersion): boolean {
    const given = Buffer.from(signature, 'base64url');
    return (
      this.secrets.isSigned(given, 'study-version-url', versionId, expires) &&
      Number(expires) > this.clock.now().getTime()
    );
  }

  /** @throws DomainError not_found for a version that was deleted since */
  async open(versionId: string): Promise<{ name: string; stream: PassThrough }> {
    const [version]: { number: number; name: string; created_at: Date }[] = await this.source.query(
      'SELECT number, name, created_at FROM research.study_version WHERE id = $1 AND number > 0',
      [versionId],
    );
    if (!version) throw new DomainError('not_found');
    const files: { path: string; sha256: string; bytes: number }[] = await this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
       ORDER BY path COLLATE "C"`,
      [versionId],
    );
    const stream = new PassThrough();
    void this.write(stream, version.created_at, files).catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    const name = version.name.replace(/\.(zip|jzip|json)$/i, '').replace(/[^\p{L}\p{N}]+/gu, '-');
    return { name: `${name.replace(/^-|-$/g, '') || 'study'}-${version.number}.zip`, stream };
  }

  private async write(
    stream: PassThrough,
    madeAt: Date,
    files: readonly { path: string; sha256: string; bytes: number }[],
  ): Promise<void> {
    const archive = new Archive(madeAt, async (part) => {
      // A reader that has gone drains nothing any more.
      if (stream.destroyed) throw new Error('nobody reads this archive any more');
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    });
    for (const { path, sha256, bytes } of files) {
      const content = bytes > 0 ? await this.storage.bytes(sha256) : undefined;
      if (bytes > 0 && !content) throw new Error('the content of a version is not in the store');
      await archive.add(path, content ?? []);
    }
    await archive.end();
    stream.end();
  }
}
