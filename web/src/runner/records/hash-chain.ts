const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/**
 * Computes the SHA-256 of the UTF-8 bytes of a text, in hexadecimal digits, and the number of
 * bytes.
 */
export async function sha256OfText(text: string): Promise<{ sha256: string; bytes: number }> {
  const bytes = bytesOf(text);
  return { sha256: await digest(bytes), bytes: bytes.length };
}

/** Computes the SHA-256 of the bytes of a file, in hexadecimal digits. */
export const sha256OfBlob = async (blob: Blob): Promise<string> =>
  digest(new Uint8Array(await blob.arrayBuffer()));

/**
 * Computes the head of the hash chain after one more record: sha256(head ‖ sha256(data))
 * (contracts/runtime/runtime.ts).
 */
export async function chainHeadAfter(head: string, sha256: string): Promise<string> {
  const both = new Uint8Array(64);
  both.set(fromHex(head), 0);
  both.set(fromHex(sha256), 32);
  return digest(both);
}
