import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { isTextMimeType } from '../addresses/charset.rule';
import { denyAllPolicy, type ServingOrigin } from './serving-headers.rule';

/** Whether the browser has cached the response with this ETag. */
export const isCachedByBrowser = ({ headers }: HttpRequest, etag: string) =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === etag);

/** Returns the `Content-Type` for one of this server's own files, whose texts are in UTF-8. */
export const withUtf8Charset = (mime: string) =>
  isTextMimeType(mime) ? `${mime}; charset=utf-8` : mime;

export const completeResponse = (text: Buffer, type: string) =>
  new StreamableFile(Readable.from([text]), { type, length: text.length });

/**
 * Makes the browser delete what a study stored. This works only at an origin that belongs to one
 * study, not at the server's own origin.
 * @throws DomainError not_found at other origins
 */
export function clearSiteData(place: ServingOrigin, reply: HttpReply): StreamableFile {
  if (!place.isOwn) throw new DomainError('not_found');
  void reply.headers({
    'Clear-Site-Data': '"cookies", "storage"',
    'Content-Security-Policy': denyAllPolicy(place.app),
  });
  return completeResponse(Buffer.from('<!doctype html><title></title>'), 'text/html');
}

/** Responds with the status 304 and without content. */
export const respondNotModified = (reply: HttpReply): undefined => void reply.status(304);

/**
 * Makes the response for a missing file. Some studies read the response as data without looking at
 * the status. The response is not JSON, so that `response.json()` fails, as on other websites.
 */
export function respondNotFound(reply: HttpReply): StreamableFile {
  void reply.status(404).header('Cache-Control', 'private, no-store');
  return completeResponse(Buffer.from('Not found\n'), withUtf8Charset('text/plain'));
}
