import { strFromU8, unzipSync } from 'fflate';
import { Archive } from './archive';

describe('an archive', () => {
  it('gives back what was put in, whether empty, short or of many slices', async () => {
    const long = Array.from({ length: 60_000 }, (_, i) => `Zeile ${i}: ä€😀\n`).join('');
    const archive = new Archive(new Date('2026-11-21T12:00:00Z'));
    await archive.add('empty.json', '');
    await archive.add('short.txt', 'Grüße');
    await archive.add('long.txt', long);
    const back = unzipSync(archive.end());
    expect(Object.keys(back)).toEqual(['empty.json', 'short.txt', 'long.txt']);
    expect(strFromU8(back['short.txt'] ?? new Uint8Array())).toBe('Grüße');
    expect(strFromU8(back['long.txt'] ?? new Uint8Array())).toBe(long);
  });

  it('lets others have a turn while it is at a large file', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await new Archive(new Date()).add('large.txt', 'x'.repeat(20_000_000));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
