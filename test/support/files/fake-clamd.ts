import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The name of the virus that the scanner reports for infected content. */
export const virusSignature = 'Eicar-Test-Signature';
export const infectedBytes = Buffer.from('X5O!P%@AP-infected for a test');

/**
 * How the scanner behaves:
 * - `scans`: it reports infected content;
 * - `most`: it answers with an error after this many bytes;
 * - `silent`: it never answers;
 * - `closes`: it closes the connection.
 */
export type ClamdBehaviour = 'scans' | { readonly most: number } | 'silent' | 'closes';

export interface FakeClamd {
  readonly url: string;
  behaviour: ClamdBehaviour;
  /** The contents that the scanner has received completely. */
  readonly scanned: Buffer[];
  stop(): Promise<void>;
}

const command = 'zINSTREAM\0';

/** Starts a fake virus scanner on a free port. It understands the command INSTREAM of clamd(8). */
export async function startFakeClamd(behaviour: ClamdBehaviour = 'scans'): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  const fake = { behaviour, scanned: [] as Buffer[] };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('data', (more: Buffer) => {
      if (fake.behaviour === 'closes') return void socket.destroy();
      bytes = Buffer.concat([bytes, more]);
      const { content, isWhole } = contentOf(bytes);
      if (typeof fake.behaviour === 'object' && content.length > fake.behaviour.most)
        return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (!isWhole || fake.behaviour === 'silent') return;
      fake.scanned.push(content);
      socket.end(
        content.includes(infectedBytes) ? `stream: ${virusSignature} FOUND\0` : 'stream: OK\0',
      );
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    url: `tcp://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        sockets.forEach((socket) => socket.destroy());
      }),
  });
}

function contentOf(bytes: Buffer): { content: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  if (!bytes.toString('latin1').startsWith(command)) throw new Error('not the command INSTREAM');
  let at = command.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return { content: Buffer.concat(parts), isWhole: true };
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { content: Buffer.concat(parts), isWhole: false };
}
