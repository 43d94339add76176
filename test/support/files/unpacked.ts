import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Decompresses a body. @param encoding the value of the header Content-Encoding */
export function decompressBody(body: Buffer, encoding: unknown): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
