import { ReadableStream as NodeStream } from 'node:stream/web';
import { TextDecoder as NodeDecoder } from 'node:util';
import { firstOf, mostLogs, readLogs } from './read-logs';

// jsdom has neither.
beforeAll(() => Object.assign(globalThis, { TextDecoder: NodeDecoder }));

/** So many pieces of 64 kB, each made when it is asked for. */
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

describe('Logs of PsychoJS', () => {
  it('are read whole where they are as long as logs are', async () => {
    const { stream } = pieces(3);
    expect(await firstOf(stream)).toEqual({ text: 'a'.repeat(3 * 65_536), isCut: false });
  });

  it('that would become gigabytes are unpacked no further than they are kept', async () => {
    const bomb = pieces(1_000_000);
    const { text, isCut } = await firstOf(bomb.stream);
    expect([text.length, isCut]).toEqual([mostLogs, true]);
    expect(bomb.made()).toBeLessThan(mostLogs / 65_536 + 3);
    expect(bomb.isStopped()).toBe(true);
  });

  it('that are not packed are cut as well, and what is not packed as it says is none', async () => {
    expect(await readLogs('b'.repeat(mostLogs + 1), false)).toMatchObject({ isCut: true });
    expect(await readLogs('no base64 ***', true)).toBeUndefined();
  });
});
