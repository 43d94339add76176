import type { EndpointRequest } from '../../../../../contracts/base/endpoint';
import type { ApiErrorBody } from '../../../../../contracts/base/errors';
import {
  createUpload,
  deleteUpload,
  sendUploadPiece,
  type Upload,
} from '../../../../../contracts/resources/uploads';
import { parseAnswer, ApiError, call, authHeaders } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';

export type NewUpload = EndpointRequest<typeof createUpload>['body'];

/**
 * Thrown if a piece of a file does not begin where the server's part of the file ends. `stored` is
 * the number of bytes that the server has.
 */
export class WrongOffset extends Error {
  constructor(readonly stored: number) {
    super('wrong_offset');
  }
}

/** The requests of an upload (contracts/resources/uploads.ts). */
export interface UploadCalls {
  create(body: NewUpload): Promise<Upload>;
  read(id: string): Promise<Upload>;
  /**
   * Sends a piece of a file.
   * @param onSent called with the number of bytes of the piece that were sent so far
   * @throws WrongOffset, ApiError (of status 0 if the server was not reached)
   */
  send(
    id: string,
    offset: number,
    piece: Blob,
    options: { onSent: (bytes: number) => void; signal: AbortSignal },
  ): Promise<Upload>;
  remove(id: string): Promise<void>;
}

/** The connection counts as lost if no further byte was sent for this time. */
const silenceMs = 20_000;
const addressOf = (id: string) =>
  config.apiUrl + sendUploadPiece.path.replace('{id}', encodeURIComponent(id));

const storedIn = (text: string) => {
  try {
    return (JSON.parse(text) as Partial<ApiErrorBody>).stored_bytes ?? 0;
  } catch {
    return 0;
  }
};

async function read(id: string): Promise<Upload> {
  const answer = await fetch(addressOf(id), {
    credentials: 'include',
    headers: authHeaders(),
    signal: AbortSignal.timeout(silenceMs),
  }).catch(() => {
    throw new ApiError(0, 'unreachable', '');
  });
  const text = await answer.text();
  return parseAnswer(answer.status, text, (name) => answer.headers.get(name)).body as Upload;
}

/** Sends by `XMLHttpRequest`, since `fetch` does not report how many bytes were sent. */
const send: UploadCalls['send'] = (id, offset, piece, { onSent, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const unreachable = () => reject(new ApiError(0, 'unreachable', ''));
    if (signal.aborted) return unreachable();
    let silence: ReturnType<typeof setTimeout>;
    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), silenceMs);
    };
    const stop = () => request.abort();
    request.open('PATCH', addressOf(id));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(authHeaders()))
      request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/partial-upload');
    request.setRequestHeader('upload-offset', String(offset));
    request.upload.onprogress = ({ loaded }) => {
      hear();
      onSent(loaded);
    };
    request.onerror = request.onabort = unreachable;
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    };
    request.onload = () => {
      const { status, responseText } = request;
      try {
        const { body } = parseAnswer(status, responseText, (name) =>
          request.getResponseHeader(name),
        );
        resolve(body as Upload);
      } catch (error) {
        const isOffset = error instanceof ApiError && error.code === 'wrong_offset';
        reject(isOffset ? new WrongOffset(storedIn(responseText)) : (error as Error));
      }
    };
    signal.addEventListener('abort', stop);
    hear();
    request.send(piece);
  });

export const uploadCalls: UploadCalls = {
  create: (body) => call(createUpload, { body }),
  read,
  send,
  remove: async (id) => {
    await call(deleteUpload, { params: { id } });
  },
};
