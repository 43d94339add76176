import { MessageChannel } from 'node:worker_threads';

/**
 * The smallest buffer, in bytes, that is freed: smaller ones may share their memory with others in
 * Node's pool of buffers.
 */
const leastBytes = 16_384;

const { port1: discards, port2: end } = new MessageChannel();
end.close();
discards.unref();

/**
 * Frees the memory of bytes that are no longer needed; afterwards they are empty. Without this, V8
 * runs a full garbage collection for each 64 MB received, which is most of the cost of a large
 * upload. The buffer is transferred to a closed message port, which discards it and its memory.
 */
export function freeMemoryOfBytes(bytes: unknown): void {
  if (!(bytes instanceof Uint8Array) || bytes.length < leastBytes) return;
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length)
    discards.postMessage(null, [buffer]);
}
