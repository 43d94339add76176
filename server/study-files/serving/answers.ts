import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { isText } from '../addresses/charset.rule';
import { policyOfNothing, type ServingPlace } from './serving-headers.rule';

/** Whether the browser has this version of the file already. */
export const isKnown = ({ headers }: HttpRequest, etag: string) =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === etag);

/** The `Content-Type` of our own files, which are in UTF-8. */
export const inUtf8 = (mime: string) => (isText(mime) ? `${mime}; charset=utf-8` : mime);

export const whole = (text: Buffer, type: string) =>
  new StreamableFile(Readable.from([text]), { type, length: text.length });

/** Makes the browser delete stored data, at an origin that belongs to one study; the server's own origin does not. */
export function forget(place: ServingPlace, reply: HttpReply): StreamableFile {
  if (!place.isOwn) throw new DomainError('not_found');
  void reply.headers({
    'Clear-Site-Data': '"cookies", "storage"',
    'Content-Security-Policy': policyOfNothing(place.app),
  });
  return whole(Buffer.from('<!doctype html><title></title>'), 'text/html');
}

/** Responds with 304, without content. */
export const answerUnchanged = (reply: HttpReply): undefined => void reply.status(304);

/**
 * The response for a missing file. A study may read it as the requested data, whatever the status: it is not JSON, so
 * that `response.json()` fails as it does at other websites.
 */
export function answerMissing(reply: HttpReply): StreamableFile {
  void reply.status(404).header('Cache-Control', 'private, no-store');
  return whole(Buffer.from('Not found\n'), inUtf8('text/plain'));
}
