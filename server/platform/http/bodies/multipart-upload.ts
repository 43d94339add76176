import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { UploadedFile } from '../../../../contracts/base/endpoint';
import { DomainError } from '../../errors/errors';

/** Reports a body that ends too early as an error of the client, not of the server. */
async function* wellFormed(file: Readable): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Uint8Array;
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('malformed_body');
  }
}

/**
 * Reads the first file of a multipart body as a stream, which is not buffered in memory. The
 * handler determines the file's type from its bytes, because clients send a CSV as
 * `application/vnd.ms-excel` and a ZIP under any type.
 */
export function readMultipartUpload(
  request: IncomingMessage,
  { type, maxBytes }: { type: string; maxBytes: number },
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    let parts: busboy.Busboy;
    try {
      parts = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 0, fileSize: maxBytes },
      });
    } catch {
      return reject(new DomainError('malformed_body'));
    }
    const refuse = (error: Error) => {
      request.unpipe(parts);
      request.resume();
      reject(error);
    };
    parts.once('file', (_field, file, info) => {
      file.once('limit', () => file.destroy(new DomainError('too_large')));
      // If the request is refused before its file is read, no other code listens for errors of the
      // stream; without this listener, an aborted upload would end the process.
      file.on('error', () => undefined);
      resolve({ name: info.filename ?? '', type, stream: wellFormed(file) });
    });
    parts.once('error', () => refuse(new DomainError('malformed_body')));
    parts.once('close', () => reject(new DomainError('malformed_body')));
    // pipe() forwards the end of a stream but not its abort: if the client disconnects half-way,
    // the file's stream must end too.
    request.once('close', () => {
      if (!request.complete) parts.destroy();
    });
    request.pipe(parts);
  });
}
