import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { httpStatusOf, type ErrorCode } from '../../../contracts/base/errors';
import { DomainError, errorBody } from '../errors/errors';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Node's internal reference to the response that is being sent on a connection. The server must not
 * write a second response meanwhile: the client could take it for the end of the first response.
 */
interface Answering {
  _httpMessage?: { _headerSent?: boolean } | null;
}

/**
 * Handles bytes that Node's HTTP parser rejects, which never become a request: answers with the
 * standard error body and closes the connection.
 */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket & Answering): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && !socket._httpMessage?._headerSent) {
    const code = codes[error.code ?? ''] ?? 'malformed_body';
    const body = JSON.stringify(errorBody(new DomainError(code), 'en'));
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      Date: new Date().toUTCString(),
      'X-Request-Id': randomUUID(),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    };
    socket.write(
      `HTTP/1.1 ${httpStatusOf(code)} ${STATUS_CODES[httpStatusOf(code)] ?? ''}\r\n${Object.entries(
        headers,
      )
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
    );
  }
  socket.destroy();
}
