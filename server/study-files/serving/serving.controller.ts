import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Controller, Inject, Req, Res, StreamableFile } from '@nestjs/common';
import { studyFile } from '../../../contracts/base/non-json-operations';
import { clearStoragePath } from '../../../contracts/study-files/study-names';
import { studyFilesPrefix } from '../../../contracts/study-files/study-path';
import { CONFIG, type Config } from '../../config';
import { byteRangeOf } from '../../platform/http/files/byte-range.rule';
import { DomainError } from '../../platform/errors/errors';
import { Serves } from '../../platform/http/operation';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { Storage } from '../../platform/storage/storage';
import { Charsets } from '../addresses/charsets';
import { PathsOfVersionRead } from '../addresses/paths-of-version.read';
import { libraryFile } from '../libraries/library-files';
import { requestedPath, commonlabScriptPaths, studyPathIn } from './requested-path';
import { RewrittenTexts, libraryCopiesHash } from './changed-text';
import {
  frameScript,
  frameScriptPath,
  jatosDescriptionPath,
  commonlabScriptFile,
  psychoJsScript,
  psychoJsScriptPath,
} from './frame-script';
import { JatosDescriptionRead } from '../import-jatos/jatos-description.read';
import { maxCheckedBytes } from '../versions/checked-files.rule';
import { StudyJatosScriptDetector } from '../import-jatos/own-jatos-script';
import { ServedFileRead, type ServedFile } from './served-file.read';
import {
  connectionAllowlist,
  servingKeyIn,
  servingHeaders,
  contentSecurityPolicyOf,
} from './serving-headers.rule';
import {
  respondNotFound,
  clearSiteData,
  withUtf8Charset,
  isCachedByBrowser,
  respondNotModified,
  completeResponse,
} from './serving-responses';
import { MissingFileNotifier } from './missing-files';
import { servingOriginOfRequest } from './serving-place';
import { pageBeginningBytes, withFrameScript } from './with-frame-script.rule';

interface File {
  /** The origin at which the file is served. */
  origin: string;
  version_id: string;
  path: string;
  sha256: string;
  bytes: number;
  mime: string;
  /**
   * The `Content-Type` of the response; it includes the charset if the file does not declare it.
   */
  type: string;
  jatos: boolean;
  psychojs: boolean;
  jspsych: string | null;
  frames: boolean;
}
/** A file whose bytes are served unchanged. */
type Kept = Pick<File, 'sha256' | 'bytes' | 'type'>;
type Stored = Pick<File, 'sha256' | 'bytes'>;
type Read = (first: number, last: number) => Promise<Readable>;

/**
 * Serves the files of studies. The address contains a key and names no person; cookies and tokens
 * are not read, since the key is the permission (docs/decisions/study-sandbox.md).
 */
@Controller()
export class ServingController {
  private readonly texts = new RewrittenTexts();
  private readonly ownJatos = new StudyJatosScriptDetector();

  constructor(
    private readonly served: ServedFileRead,
    private readonly jatos: JatosDescriptionRead,
    private readonly storage: Storage,
    private readonly missing: MissingFileNotifier,
    private readonly charsets: Charsets,
    private readonly paths: PathsOfVersionRead,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serves(studyFile)
  async read(
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<StreamableFile | undefined> {
    // A service worker could intercept the requests of all studies at this origin.
    if (request.headers['service-worker'] !== undefined) throw new DomainError('forbidden');
    const url = request.originalUrl;
    const key = servingKeyIn(url);
    const path = key && studyPathIn(url, key);
    const known = key && (await this.served.of(key, path ?? ''));
    if (!key || !known) return respondNotFound(reply);
    const place = servingOriginOfRequest(this.config, request.headers.host ?? '', known.study_id);
    if (!place) return respondNotFound(reply);
    const policy = contentSecurityPolicyOf(place, key, known, request.headers['user-agent']);
    void reply.headers(servingHeaders(policy, connectionAllowlist(place, key, known)));
    if (path === clearStoragePath) return clearSiteData(place, reply);
    const own = path && commonlabScriptFile(path);
    if (own && !(await this.isOfStudy(path, known))) return this.script(own, reply);
    if (path === jatosDescriptionPath) return this.jatosDescription(key, reply);
    const copied = path === null ? undefined : libraryFile(path);
    if (copied) {
      const read = (start: number, end: number) =>
        Promise.resolve(createReadStream(copied.file, { start, end }));
      const type = withUtf8Charset(copied.mime);
      return this.file({ ...copied, type }, read, request, reply);
    }
    const { sha256, bytes, mime } = known;
    if (path === null || sha256 === null || bytes === null || mime === null) {
      this.missing.tell(key, path ?? requestedPath(url, key));
      return respondNotFound(reply);
    }
    // Another study of the same site may have set cookies. The browser must delete them before the
    // page's first script runs.
    if (place.isOwn && place.areOneSite && mime === 'text/html')
      void reply.header('Clear-Site-Data', '"cookies"');
    const type = await this.charsets.typeOf({ sha256, bytes, mime });
    const file = { ...known, origin: place.origin, path, sha256, bytes, mime, type };
    const folder = `${studyFilesPrefix}${key}/`;
    if (frameScript && mime === 'text/html') return this.page(file, folder, request, reply);
    const changed = await this.changed(file, folder);
    if (!changed) {
      const read: Read = (first, last) => this.content(file, first, last);
      return this.file(file, read, request, reply);
    }
    if (changed.hasCopies) {
      const etag = `"${sha256}-${libraryCopiesHash}"`;
      void reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      if (isCachedByBrowser(request, etag)) return respondNotModified(reply);
    } else {
      // The changed file contains the key of its own address, and its content never changes. So browsers may cache it
      // for good.
      void reply.header('Cache-Control', 'private, max-age=31536000, immutable');
    }
    return completeResponse(changed.text, type);
  }

  /**
   * Whether the study has a script of its own with this name, such as `jatos.js`, which then is
   * served instead of ours.
   */
  private async isOfStudy(path: string, { sha256, bytes }: ServedFile): Promise<boolean> {
    const content = async () =>
      sha256 === null || bytes === null
        ? Buffer.of()
        : buffer(await this.content({ sha256, bytes }));
    return !commonlabScriptPaths.has(path) && this.ownJatos.has({ sha256, bytes }, content);
  }

  /**
   * Serves one of our scripts. It may change with each release of the server, so browsers
   * revalidate it.
   */
  private async script(file: string, reply: HttpReply) {
    const { size } = await stat(file);
    void reply.header('Cache-Control', 'private, no-cache');
    return new StreamableFile(createReadStream(file), {
      type: withUtf8Charset('text/javascript'),
      length: size,
    });
  }

  private async jatosDescription(key: string, reply: HttpReply) {
    const bytes = await this.jatos.of(key);
    if (!bytes) return respondNotFound(reply);
    void reply.header('Cache-Control', 'private, no-cache');
    return new StreamableFile(bytes, { type: 'application/json', length: bytes.length });
  }

  private async changed(file: File, folder: string) {
    // The library files are loaded from the origin that serves the study. A study with an origin of
    // its own may not load from any other origin.
    const { origin, version_id } = file;
    const content = async () => buffer(await this.content(file));
    return file.bytes <= maxCheckedBytes
      ? this.texts.of(file, { origin, folder }, content, () => this.paths.of(version_id))
      : undefined;
  }

  private async page(file: File, folder: string, request: HttpRequest, reply: HttpReply) {
    const hasPsychoJs = psychoJsScript !== undefined && file.psychojs;
    const kind = `${file.jatos ? '-jatos' : ''}${hasPsychoJs ? '-psychojs' : ''}`;
    const made = `${kind}-${libraryCopiesHash}-${file.jspsych ?? ''}-${file.frames ? 'frames' : ''}`;
    const etag = `"${file.sha256}-own${made}"`;
    void reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' });
    if (isCachedByBrowser(request, etag)) return respondNotModified(reply);
    const paths = [frameScriptPath, ...(hasPsychoJs ? [psychoJsScriptPath] : [])];
    const scripts = paths.map((path) => `${folder}${path}`);
    const names = (await this.paths.of(file.version_id)).namesFor(file.path);
    const settings = { names, ...(file.frames && { frames: '' }) };
    const changed = await this.changed(file, folder);
    if (changed)
      return completeResponse(withFrameScript(changed.text, scripts, settings), file.type);
    // A large page is sent while it is read: only its beginning is held in memory, however slow the
    // client is.
    const { bytes, type } = file;
    const known = Math.min(bytes, pageBeginningBytes);
    const begins = withFrameScript(
      await buffer(await this.content(file, 0, known - 1)),
      scripts,
      settings,
    );
    const rest = () => this.content(file, known);
    async function* page() {
      yield begins;
      if (known < bytes) yield* await rest();
    }
    const length = begins.length + bytes - known;
    return new StreamableFile(Readable.from(page()), { type, length });
  }

  private async file(file: Kept, read: Read, request: HttpRequest, reply: HttpReply) {
    const etag = `"${file.sha256}"`;
    void reply.headers({
      ETag: etag,
      'Accept-Ranges': 'bytes',
      // Browsers may cache the response for a year: the bytes at an address never change, and the
      // address expires earlier.
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
    if (isCachedByBrowser(request, etag)) return respondNotModified(reply);
    const size = file.bytes;
    const range = byteRangeOf(request.headers.range, {
      size,
      etag,
      ifRange: [request.headers['if-range']].flat()[0],
    });
    const { first, last } = range ?? { first: 0, last: size - 1 };
    if (range) void reply.status(206).header('Content-Range', `bytes ${first}-${last}/${size}`);
    const stream = await read(first, last);
    return new StreamableFile(stream, { type: file.type, length: last - first + 1 });
  }

  private async content({ sha256, bytes }: Stored, first = 0, last = bytes - 1): Promise<Readable> {
    if (bytes === 0) return Readable.from([]);
    const stream = await this.storage.bytes(sha256, first, last);
    if (!stream) throw new Error('the content of a version is not in the store');
    return stream;
  }
}
