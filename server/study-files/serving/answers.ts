import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { isText } from '../addresses/charset.rule';
import { policyOfNothing, type ServingPlace } from './serving-headers.rule';

/** Whether the browser has cached the response with this ETag. */
export const isKnown = ({ headers }: HttpRequest, etag: string) =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === etag);

/** The `Content-Type` for a file of ours, which is in UTF-8. */
export const inUtf8 = (mime: string) => (isText(mime) ? `${mime}; charset=utf-8` : mime);

export const whole = (text: Buffer, type: string) =>
  new StreamableFile(Readable.from([text]), { type, length: text.length });

/**
 * Makes the browser delete what a study stored. This works only at an origin that belongs to one
 * study, not at the server's own origin.
 * @throws DomainError not_found at other origins
 */
export function forget(place: ServingPlace, reply: HttpReply): StreamableFile {
  if (!place.isOwn) throw new DomainError('not_found');
  void reply.headers({
    'Clear-Site-Data': '"cookies", "storage"',
    'Content-Security-Policy': policyOfNothing(place.app),
  });
  return whole(Buffer.from('<!doctype html><title></title>'), 'text/html');
}

/** Responds with the status 304 and without content. */
export const answerUnchanged = (reply: HttpReply): undefined => void reply.status(304);

/**
 * The response for a missing file. Some studies read it as data without looking at the status. It
 * is not JSON, so that `response.json()` fails, as on other websites.
 */
export function answerMissing(reply: HttpReply): StreamableFile {
  void reply.status(404).header('Cache-Control', 'private, no-store');
  return whole(Buffer.from('Not found\n'), inUtf8('text/plain'));
}
