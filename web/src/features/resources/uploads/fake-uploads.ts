import { createHash } from 'node:crypto';
import type { Upload } from '../../../../../contracts/resources/uploads';
import { ApiError } from '../../../lib/http/api';
import { type NewUpload, type UploadCalls, WrongOffset } from './upload-calls';

export const fakeRefusal = (code: string, status = 409, reasons: string[] = []) =>
  new ApiError(status, code, `Refused: ${code}.`, { reasons });
export const connectionLostError = () => new ApiError(0, 'unreachable', '');

interface Stored {
  upload: Upload;
  body: NewUpload;
  bytes: Buffer;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const idOf = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;

/**
 * A fake of the server's uploads (contracts/resources/uploads.ts), for tests of the code that sends
 * files.
 */
export class FakeUploads implements UploadCalls {
  readonly files = new Map<string, Buffer>();
  readonly uploads = new Map<string, Stored>();
  readonly log: string[] = [];
  most = 0;
  mostPieces = 0;
  private running = 0;
  private pieces = 0;
  private last = 0;
  /** Called before each request. If it throws an error, the server answers with this error. */
  before: (what: 'create' | 'read' | 'send' | 'remove', id: string) => void = () => undefined;
  /** Called after the server has done what a request asks for; if it throws, the answer is lost. */
  after: FakeUploads['before'] = () => undefined;

  private async request<T>(
    what: 'create' | 'read' | 'send' | 'remove',
    id: string,
    act: () => T,
  ): Promise<T> {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    if (what === 'send') this.pieces += 1;
    this.mostPieces = Math.max(this.mostPieces, this.pieces);
    this.log.push(`${what} ${id}`);
    await Promise.resolve();
    try {
      this.before(what, id);
      const done = act();
      this.after(what, id);
      return done;
    } finally {
      this.running -= 1;
      if (what === 'send') this.pieces -= 1;
    }
  }
  private one(id: string): Stored {
    const found = this.uploads.get(id);
    if (!found) throw fakeRefusal('not_found', 404);
    return found;
  }

  create(body: NewUpload): Promise<Upload> {
    return this.request('create', body.path, () => {
      const same = [...this.uploads.values()].find(
        ({ body: { path, sha256: of } }) => path === body.path && of === body.sha256,
      );
      if (same) {
        same.body = body;
        return { ...same.upload };
      }
      if (this.files.has(body.path) && !body.replace) throw fakeRefusal('path_taken');
      this.last += 1;
      const upload: Upload = {
        _id: idOf(this.last),
        folder_id: body.folder_id,
        name: body.path.split('/').at(-1) ?? '',
        bytes: body.bytes,
        stored_bytes: 0,
        sha256: body.sha256,
        complete: false,
        file_id: null,
        expires_at: '2099-01-01T00:00:00Z',
      };
      this.uploads.set(upload._id, { upload, body, bytes: Buffer.alloc(0) });
      return { ...upload };
    });
  }
  read(id: string): Promise<Upload> {
    return this.request('read', id, () => ({ ...this.one(id).upload }));
  }
  remove(id: string): Promise<void> {
    return this.request('remove', id, () => void this.uploads.delete(id));
  }
  async send(id: string, offset: number, piece: Blob): Promise<Upload> {
    const bytes = Buffer.from(await piece.arrayBuffer());
    return this.request('send', `${offset}+${bytes.length}`, () => {
      const one = this.one(id);
      if (offset !== one.bytes.length && !one.upload.complete)
        throw new WrongOffset(one.bytes.length);
      if (!one.upload.complete) one.bytes = Buffer.concat([one.bytes, bytes]);
      if (one.bytes.length === one.body.bytes) this.finish(one);
      one.upload.stored_bytes = one.bytes.length;
      return { ...one.upload };
    });
  }
  private finish(one: Stored): void {
    if (sha256(one.bytes) !== one.body.sha256) {
      one.bytes = Buffer.alloc(0);
      throw fakeRefusal('checksum_mismatch');
    }
    if (this.files.has(one.body.path) && !one.body.replace && !one.upload.complete)
      throw fakeRefusal('path_taken');
    this.files.set(one.body.path, one.bytes);
    one.upload.complete = true;
    one.upload.file_id = idOf(900);
  }
}

/** Computes the hash of a file, as the web worker does. */
export const hashOf = async (file: Blob): Promise<string> =>
  sha256(Buffer.from(await file.arrayBuffer()));
