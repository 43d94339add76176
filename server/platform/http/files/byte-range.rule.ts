export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses the single range of bytes that a client requests, for instance to resume a download (RFC
 * 9110, 14.2).
 * @param ifRange if given, the range applies only to this version of the file
 * @returns null if the whole file is sent, which the standard allows for a range that is
 * unsatisfiable, has several parts, or cannot be parsed
 */
export function byteRangeOf(
  range: string | undefined,
  { size, etag, ifRange }: { size: number; etag: string; ifRange: string | undefined },
): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : null;
}
