import { encodeExtended } from 'content-disposition';

/**
 * Makes the Content-Disposition of a file (RFC 6266): an ASCII name for old clients, and the real
 * name.
 */
export function contentDispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=${encodeExtended(name)}`;
}
