import { MessageChannel } from 'node:worker_threads';

/** Below it, bytes may share their memory with others, in the pool of `Buffer`. */
const leastBytes = 16_384;

const { port1: discards, port2: end } = new MessageChannel();
end.close();
discards.unref();

/**
 * Gives the memory of bytes back that nothing reads any more; from then on they are empty. Else V8 goes through all
 * objects of the process to find that memory, once for each 64 MB that came over the network: most of what a large
 * upload would cost. What is sent to a closed port is discarded, with the memory that moves there.
 */
export function releaseBytes(bytes: unknown): void {
  if (!(bytes instanceof Uint8Array) || bytes.length < leastBytes) return;
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length)
    discards.postMessage(null, [buffer]);
}
