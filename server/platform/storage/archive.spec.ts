import { strFromU8, unzipSync } from 'fflate';
import { printSeededRandom } from '../../../test/support/chance/seeded';
import { ZipArchive } from './archive';

const kept = () => {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    parts,
    whole: () => Buffer.concat(parts),
    write: (part: Buffer, firstByte: number) => {
      expect(firstByte).toBe(length);
      length += part.length;
      parts.push(Buffer.from(part));
      return Promise.resolve();
    },
  };
};
const chance = printSeededRandom('bytes of an archive');
/** Random letters and digits, which hardly compress. */
const noise = (length: number) =>
  Array.from({ length }, () => chance.random().toString(36).slice(2)).join('');

describe('writer of an archive', () => {
  it('writes the complete content, whether empty, short or of many chunks', async () => {
    const long = Array.from({ length: 60_000 }, (_, i) => `Zeile ${i}: ä€😀\n`);
    const { write, whole } = kept();
    const archive = new ZipArchive(new Date('2026-11-21T12:00:00Z'), write);
    await archive.add('empty.json', []);
    await archive.add('short.txt', ['Grü', '', 'ße']);
    await archive.add('long.txt', long);
    expect(await archive.end()).toBe(whole().length);
    const back = unzipSync(whole());
    expect(Object.keys(back)).toEqual(['empty.json', 'short.txt', 'long.txt']);
    expect(back['empty.json']).toHaveLength(0);
    expect(strFromU8(back['short.txt'] ?? new Uint8Array())).toBe('Grüße');
    expect(strFromU8(back['long.txt'] ?? new Uint8Array())).toBe(long.join(''));
  });

  it('adds texts and bytes to one file, and keeps their order', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    const { write, whole } = kept();
    const archive = new ZipArchive(new Date(), write);
    await archive.add('mixed.bin', ['ä', bytes, new Uint8Array(), 'z']);
    await archive.end();
    const back = unzipSync(whole())['mixed.bin'] ?? new Uint8Array();
    expect(
      Buffer.from(back).equals(Buffer.concat([Buffer.from('ä'), bytes, Buffer.from('z')])),
    ).toBe(true);
  });

  it('writes parts of equal size as soon as they are full, one at a time', async () => {
    const { write, whole, parts } = kept();
    let taking = 0;
    const archive = new ZipArchive(new Date(), async (part, firstByte) => {
      expect(++taking).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      taking--;
      return write(part, firstByte);
    });
    const content = noise(200_000);
    const asked: number[] = [];
    await archive.add(
      'noise.txt',
      (function* () {
        for (let at = 0; at < content.length; at += 100_000) {
          asked.push(parts.length);
          yield content.slice(at, at + 100_000);
        }
      })(),
    );
    await archive.end();
    expect(parts.length).toBeGreaterThan(3);
    expect(new Set(parts.slice(0, -1).map((part) => part.length))).toEqual(new Set([262_144]));
    // Some parts of the archive were written before the content had been read to its end.
    expect(asked.at(-1)).toBeGreaterThan(2);
    expect(strFromU8(unzipSync(whole())['noise.txt'] ?? new Uint8Array())).toBe(content);
  });

  it('fails with the error of the function that writes its parts', async () => {
    const archive = new ZipArchive(new Date(), () => Promise.reject(new Error('nobody wants it')));
    await expect(archive.add('noise.txt', [noise(100_000)])).rejects.toThrow('nobody wants it');
  });

  it('yields to other tasks while adding a large file', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await new ZipArchive(new Date(), () => Promise.resolve()).add('large.txt', [
      'x'.repeat(20_000_000),
    ]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
