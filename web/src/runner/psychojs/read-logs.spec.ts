import { ReadableStream as NodeStream } from 'node:stream/web';
import { TextDecoder as NodeDecoder } from 'node:util';
import { readLogBeginning, mostLogCharacters, readLogs } from './read-logs';

// Blob streams and DecompressionStream, which jsdom does not have.
beforeAll(() => Object.assign(globalThis, { TextDecoder: NodeDecoder }));

/** A stream of pieces of 64 kB; each is made when the reader requests it. */
function pieces(count: number) {
  let made = 0;
  let isStopped = false;
  const stream = new NodeStream<Uint8Array>(
    {
      pull: (controller) => {
        if (made === count) return controller.close();
        made += 1;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
      cancel: () => void (isStopped = true),
    },
    { highWaterMark: 0 },
  ) as unknown as ReadableStream<Uint8Array>;
  return { stream, made: () => made, isStopped: () => isStopped };
}

describe('logs of PsychoJS', () => {
  it('are read completely at usual lengths', async () => {
    const { stream } = pieces(3);
    expect(await readLogBeginning(stream)).toEqual({ text: 'a'.repeat(3 * 65_536), isCut: false });
  });

  it('are decompressed no further than the stored limit', async () => {
    const bomb = pieces(1_000_000);
    const { text, isCut } = await readLogBeginning(bomb.stream);
    expect([text.length, isCut]).toEqual([mostLogCharacters, true]);
    expect(bomb.made()).toBeLessThan(mostLogCharacters / 65_536 + 3);
    expect(bomb.isStopped()).toBe(true);
  });

  it('are cut at the limit when not compressed, and dropped when their compression is invalid', async () => {
    expect(await readLogs('b'.repeat(mostLogCharacters + 1), false)).toMatchObject({ isCut: true });
    expect(await readLogs('no base64 ***', true)).toBeUndefined();
  });
});
