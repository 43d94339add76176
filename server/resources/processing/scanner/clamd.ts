import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** The answer of clamd for a content: the name of the malware that it found, or null. */
export interface ScanVerdict {
  readonly found: string | null;
}
/** Thrown if clamd cannot be reached, does not answer in time, or cannot scan the content. */
export class ScanFailure extends Error {}

/**
 * How many milliseconds clamd may stay silent, without a response and without accepting further
 * bytes.
 */
const silentMs = 120_000;

/**
 * Sends a content to clamd with its command INSTREAM (clamd(8)): chunks, each preceded by its
 * length, then an empty chunk.
 * @param url as `tcp://host:port`
 * @throws ScanFailure; any error of reading the content
 */
export async function scanForViruses(
  url: string,
  content: AsyncIterable<Uint8Array>,
  mostSilentMs = silentMs,
): Promise<ScanVerdict> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3_310) });
  const answer = answerOf(socket, mostSilentMs);
  // Clamd may respond, or fail, while the content is still being sent.
  const isOver = answer.then(
    () => undefined,
    () => undefined,
  );
  try {
    socket.write('zINSTREAM\0');
    for await (const piece of content) {
      if (!socket.writable) break;
      if (piece.length === 0) continue;
      socket.write(lengthOf(piece));
      if (!socket.write(piece)) await Promise.race([drained(socket), isOver]);
    }
    if (socket.writable) socket.write(Buffer.alloc(4));
    return verdictOf(await answer);
  } finally {
    socket.destroy();
  }
}

const drained = (socket: Socket) => once(socket, 'drain').catch(() => undefined);

function lengthOf(piece: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(piece.length);
  return bytes;
}

function answerOf(socket: Socket, mostSilentMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const failed = (cause?: unknown) => reject(new ScanFailure('clamd did not answer', { cause }));
    socket.setTimeout(mostSilentMs, () => socket.destroy(new Error('silent')));
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      else if (text.length > 2_000) failed();
    });
    socket.on('error', failed);
    socket.on('close', () => failed());
  });
}

function verdictOf(answer: string): ScanVerdict {
  const text = answer.replace(/^stream: /, '').trim();
  if (text === 'OK') return { found: null };
  const found = /^(.{1,200}) FOUND$/.exec(text)?.[1];
  if (found === undefined) throw new ScanFailure(`clamd answered "${text.slice(0, 200)}"`);
  return { found };
}
