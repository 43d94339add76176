import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { attributionPath } from '../../../contracts/study-files/study-names';
import { CONFIG, type Config } from '../../config';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { ZipArchive } from '../../platform/storage/archive';
import { Storage } from '../../platform/storage/storage';
import { mayOnStudySql } from '../../studies/study.policy';
import { findJatosDescription } from '../import-jatos/jatos-study';
import { AttributionRead } from '../attribution/attribution.read';
import { attributionCsv } from '../attribution/attribution.rule';
import { decodeText } from '../addresses/decoded.rule';
import type { ManifestFile } from '../versions/manifest';
import { readHostedRuntime } from '../../studies/hosted-settings.read';
import {
  type JatosArchiveFile,
  generateJatosStudyFiles,
  planJatosPageLayout,
} from '../export-to-jatos/adapted-study';
import {
  type JatosArchive,
  makeJatosDescription,
  archiveWithDescription,
  archiveWithoutDescription,
} from '../export-to-jatos/jatos-archive.rule';
import { playerFile } from '../timeline-files/study-player';

export type ArchiveFormat = 'zip' | 'jzip';
interface Version {
  study_id: string;
  number: number;
  name: string;
  kind: string | null;
  entry: string | null;
  /** The version of jsPsych that the study uses, according to its report. */
  jspsych: string | null;
  created_at: Date;
}
type Entries = Iterable<JatosArchiveFile> | AsyncIterable<JatosArchiveFile>;
export interface SignedArchiveAddress {
  /** The id of the account for which the address was signed. */
  reader: string;
  expires: string;
  signature: string;
}
/**
 * How long a signed address is valid. The signature replaces the access token: browsers do not send
 * a token when they save a file.
 */
const validMs = minutes(60);

/**
 * Serves all files of a version as a ZIP archive, which is written while it is downloaded. The address is signed for
 * one researcher, and works as long as they have a role in the study.
 */
@Injectable()
export class VersionArchive {
  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly attribution: AttributionRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a signed address.
   * @throws DomainError not_found, no_jatos_archive, psychojs_not_for_jatos, jatos_description_refused
   */
  async address(versionId: string, format: ArchiveFormat, reader: string): Promise<string> {
    if (format === 'jzip') await this.forJatos(versionId, await this.version(versionId, reader));
    const expires = String(addMilliseconds(this.clock.now(), validMs).getTime());
    const signature = this.secrets.stamp('study-version-url', versionId, reader, expires);
    // The signature does not cover the format. Both formats contain the same files, so a person who may download one
    // may download the other, too.
    const query = new URLSearchParams({
      ...{ reader, expires, signature: signature.toString('base64url') },
      ...(format === 'jzip' && { format }),
    });
    return `${this.config.publicApiUrl}/api/study-versions/${versionId}/archive/?${query.toString()}`;
  }

  isValid(versionId: string, { reader, expires, signature }: SignedArchiveAddress): boolean {
    const given = Buffer.from(signature, 'base64url');
    return (
      this.secrets.isSigned(given, 'study-version-url', versionId, reader, expires) &&
      Number(expires) > this.clock.now().getTime()
    );
  }

  /**
   * Starts to write the archive.
   * @throws DomainError not_found if the version was deleted, or the researcher has no role in its study any more;
   *   no_jatos_archive, psychojs_not_for_jatos, jatos_description_refused
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
        : [...(await this.filesOf(versionId)), ...(await this.attributionOf(versionId))];
    const stream = new PassThrough();
    void this.write(stream, version.created_at, entries).catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    const name = version.name.replace(/\.(zip|jzip|json)$/i, '').replace(/[^\p{L}\p{N}]+/gu, '-');
    return { name: `${name.replace(/^-|-$/g, '') || 'study'}-${version.number}.${format}`, stream };
  }

  private async version(id: string, reader: string): Promise<Version> {
    const [version]: Version[] = await this.source.query(
      `SELECT v.study_id, v.number, v.name, v.kind, v.entry, v.created_at, jsonb_path_query_first(
         v.report, '$.libraries[*] ? (@.name == "jspsych").version') #>> '{}' AS jspsych
       FROM research.study_version v JOIN research.study_profile st ON st.id = v.study_id
       JOIN identity.account_profile a ON a.id = $2 AND a.disabled_at IS NULL
       WHERE v.id = $1 AND v.number > 0 AND ${mayOnStudySql('read', 'st', 'a.id')}`,
      [id, reader],
    );
    if (!version) throw new DomainError('not_found');
    return version;
  }

  private async filesOf(versionId: string): Promise<JatosArchiveFile[]> {
    const files = await this.files(versionId);
    return files.map(({ path, ...content }) => ({ path, content }));
  }

  /** Makes the list of creators, licences and sources; empty if no file of the version has any. */
  private async attributionOf(versionId: string): Promise<JatosArchiveFile[]> {
    const lines = await this.attribution.ofVersion(versionId);
    return lines.length > 0 ? [{ path: attributionPath, content: attributionCsv(lines) }] : [];
  }

  private files(versionId: string): Promise<ManifestFile[]> {
    return this.source.query(
      `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
       ORDER BY path COLLATE "C"`,
      [versionId],
    );
  }

  /**
   * Returns the entries of an archive that JATOS can import.
   * @throws DomainError no_jatos_archive for a version without a first page; psychojs_not_for_jatos,
   *   jatos_description_refused
   */
  private async forJatos(id: string, version: Version): Promise<Entries> {
    const { kind, entry, name } = version;
    const files = await this.files(id);
    const paths = files.map(({ path }) => path);
    const refused: string[] = [];
    const textOf = async (file: ManifestFile) => decodeText(await buffer(await this.bytes(file)));
    const found = await findJatosDescription(files, textOf, new Set(paths), (path) =>
      refused.push(path),
    );
    // If the study's JATOS description cannot be read, the download is refused. Without the
    // description, the archive would contain only pages.
    const [path] = refused;
    if (!found && path !== undefined) throw new DomainError('jatos_description_refused', { path });
    if (found) return entriesOf(archiveWithDescription(found, paths, id), files);
    if (kind === 'psychojs') throw new DomainError('psychojs_not_for_jatos');
    if (entry === null) throw new DomainError('no_jatos_archive');
    return kind === 'jatos'
      ? entriesOf(archiveWithoutDescription({ name, entry }, paths, id), files)
      : this.adapted(id, { ...version, entry }, files);
  }

  /**
   * Yields the entries for a study that was not made for JATOS: its files, changed so that they run
   * in JATOS, and a description.
   */
  private async *adapted(
    id: string,
    version: Version & { entry: string },
    files: readonly ManifestFile[],
  ): AsyncGenerator<JatosArchiveFile> {
    const set = await readHostedRuntime(this.source, version.study_id);
    const isSet = set?.version_id === id && files.some(({ path }) => path === set.entry);
    const study = {
      files,
      entry: isSet ? set.entry : version.entry,
      jspsych: version.jspsych,
      conditions: set?.conditions ?? null,
      script: (await playerFile('jatos-adapter.js')).content.toString(),
      licence: (await playerFile('LICENSE.txt')).content,
      read: (file: ManifestFile, first = 0) => this.bytes(file, first),
    };
    const pages = await planJatosPageLayout(study);
    const components = pages.placed.filter(({ isComponent }) => isComponent);
    const described = components.map(({ at, page }) => ({ at, path: page.path }));
    const { folder, path, text, ids } = makeJatosDescription(version.name, described, id);
    yield { path, content: text };
    const idOf = new Map(components.map(({ page }, i) => [page.path, ids[i] ?? '']));
    for await (const file of generateJatosStudyFiles(study, pages, idOf))
      yield { ...file, path: `${folder}/${file.path}` };
  }

  private async bytes(
    { sha256, bytes }: Pick<ManifestFile, 'sha256' | 'bytes'>,
    first = 0,
  ): Promise<Readable> {
    if (bytes === 0) return Readable.from([]);
    const stored = await this.storage.bytes(sha256, first, bytes - 1);
    if (!stored) throw new Error('the content of a version is not in the store');
    return stored;
  }

  private async write(stream: PassThrough, madeAt: Date, entries: Entries): Promise<void> {
    const archive = new ZipArchive(madeAt, async (part) => {
      // The client has disconnected and reads no further bytes.
      if (stream.destroyed) throw new Error('nobody reads this archive any more');
      if (!stream.write(part)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    });
    for await (const { path, content } of entries)
      await archive.add(
        path,
        typeof content === 'string' || Buffer.isBuffer(content)
          ? [content]
          : content instanceof Readable
            ? content
            : await this.bytes(content),
      );
    await archive.end();
    stream.end();
  }
}

/** Lists the JATOS description and the files of the version, at the paths that JATOS requires. */
const entriesOf = (
  { description, placed }: JatosArchive,
  files: readonly ManifestFile[],
): JatosArchiveFile[] => [
  { path: description.path, content: description.text },
  ...files.flatMap(({ path, ...content }) => {
    const at = placed.get(path);
    return at === undefined ? [] : [{ path: at, content }];
  }),
];
