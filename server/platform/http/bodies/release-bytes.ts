import { MessageChannel } from 'node:worker_threads';

/** Buffers below this size are not released, since they may share their memory with others in the pool of `Buffer`. */
const leastBytes = 16_384;

const { port1: discards, port2: end } = new MessageChannel();
end.close();
discards.unref();

/**
 * Frees the memory of bytes that are no longer needed; from then on they are empty. Otherwise V8 runs a full garbage
 * collection for each 64 MB received, which is most of the cost of a large upload. The buffer is transferred to a
 * closed message port, which discards it with its memory.
 */
export function releaseBytes(bytes: unknown): void {
  if (!(bytes instanceof Uint8Array) || bytes.length < leastBytes) return;
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length)
    discards.postMessage(null, [buffer]);
}
