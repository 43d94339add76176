import type { FileBytes } from '../bytes/file-bytes';

export type DetectedEncoding = 'utf-8' | 'other_encoding' | 'binary';

/** Bytes that do not occur in texts (WHATWG MIME Sniffing, 3). */
const isBinary = new Uint8Array(256);
for (let byte = 0; byte < 32; byte++)
  isBinary[byte] = [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte) ? 0 : 1;

/**
 * Decides whether a file is a text in UTF-8, a text in another encoding, or binary. Reads all of
 * it, in bounded memory.
 */
export async function detectTextEncoding(file: FileBytes): Promise<DetectedEncoding> {
  if (isUtf16(await file.read(0, 512))) return 'other_encoding';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const chunk of file.chunks()) {
    if (chunk.some((byte) => isBinary[byte] === 1)) return 'binary';
    isUtf8 &&= isDecoded(decoder, chunk, true);
  }
  isUtf8 &&= isDecoded(decoder, new Uint8Array(), false);
  return isUtf8 ? 'utf-8' : 'other_encoding';
}

function isDecoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether bytes are UTF-16 text: they begin with a byte order mark, or almost every second byte is
 * zero. In UTF-16, every second byte of an English text is zero.
 */
function isUtf16(head: Buffer): boolean {
  const mark = head.length > 1 ? head.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) return true;
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 2;
  return head.length >= 8 && Math.min(even, odd) === 0 && Math.max(even, odd) > 0.7 * most;
}
