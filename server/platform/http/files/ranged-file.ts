import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { dispositionOf } from './disposition';
import { byteRangeOf } from './byte-range.rule';
import type { HttpReply, HttpRequest } from '../request';

export interface RangedFile {
  /** Identifies the version that a download started with: its bytes never change. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The bytes from `first` to `last`, both included. */
  readonly bytes: (first: number, last: number) => AsyncIterable<Buffer>;
  /** Whether a browser shows it instead of saving it. */
  readonly inline?: boolean;
  /** Headers that replace those of a file that is only saved. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A file, or the part of it that a player asks for, or that an interrupted download still lacks. `HEAD` reads no
 * bytes.
 */
export function sendRanged(
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
    disposition: dispositionOf(inline ? 'inline' : 'attachment', name),
  });
}
