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
}

/** A file to be saved, or the part of it that an interrupted download still lacks. */
export function sendRanged(
  request: HttpRequest,
  reply: HttpReply,
  { id, name, type, size, bytes }: RangedFile,
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
  });
  return new StreamableFile(Readable.from(bytes(first, last)), {
    type,
    length: last - first + 1,
    disposition: dispositionOf('attachment', name),
  });
}
