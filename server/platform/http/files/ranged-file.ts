import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { contentDispositionOf } from './disposition';
import { byteRangeOf } from './byte-range.rule';
import type { HttpReply, HttpRequest } from '../request';

export interface RangedFile {
  /**
   * Identifies the version of the file that a download started with; the bytes of a version never
   * change.
   */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Reads the bytes from `first` to `last`, both included. */
  readonly bytes: (first: number, last: number) => AsyncIterable<Buffer>;
  /** Whether a browser shows the file instead of saving it. */
  readonly inline?: boolean;
  /** Headers that replace the default headers. The defaults suit a file that browsers only save. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a file, or the range of it that the client requests, for example to seek in a video or to
 * resume a download. A HEAD request reads no bytes.
 */
export function sendRangedFile(
  request: HttpRequest,
  reply: HttpReply,
  { id, name, type, size, bytes, inline = false, headers }: RangedFile,
): StreamableFile {
  const etag = `"${id}"`;
  const range = byteRangeOf(request.headers.range, {
    size,
    etag,
    ifRange: [request.headers['if-range']].flat()[0],
  });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) void reply.status(206).header('Content-Range', `bytes ${first}-${last}/${size}`);
  void reply.headers({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  });
  const content = request.method === 'HEAD' || size === 0 ? [] : bytes(first, last);
  return new StreamableFile(Readable.from(content, { objectMode: false }), {
    type,
    length: last - first + 1,
    disposition: contentDispositionOf(inline ? 'inline' : 'attachment', name),
  });
}
