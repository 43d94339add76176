import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A body as it was before it was compressed. @param encoding the header Content-Encoding */
export function decompressBody(body: Buffer, encoding: unknown): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
