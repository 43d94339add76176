import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mp4Box } from '../../../test/support/files/media';
import { faultOfSvg } from './svg/svg-fault';
import { typeOfFile } from './type-of-file';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const hex = (digits: string) => Buffer.from(digits, 'hex');
const times = (count: number, part: Buffer) => Buffer.alloc(count * part.length, part);
/**
 * The most CPU time in milliseconds that a check may take; an unbounded algorithm would take
 * minutes. CPU time is measured because, unlike elapsed time, it does not grow on a busy machine.
 */
const most = 6_000;
async function processorMs(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

describe('A file of many small parts', () => {
  const tracks = times(200_000, mp4Box('trak', mp4Box('mdia')));
  it.each([
    [
      'film',
      () =>
        Buffer.concat([
          mp4Box('ftyp', Buffer.from('isom\0\0\0\0isom')),
          mp4Box('mdat'),
          mp4Box('moov', tracks),
        ]),
    ],
    [
      'film whose tracks lie in each other',
      () =>
        Buffer.concat([
          hex('1a45dfa3874282847765626d' + '18538067ff'),
          times(10_000, hex('1654ae6b82aeff')),
          times(10_000, hex('8380')),
        ]),
    ],
    [
      'JPEG of coded data',
      () => Buffer.concat([hex('ffd8ffda0002'), times(10_000_000, hex('ff00'))]),
    ],
    ['JPEG of segments', () => Buffer.concat([hex('ffd8'), times(5_000_000, hex('ffe00002'))])],
    [
      'GIF',
      () =>
        Buffer.concat([
          Buffer.from('GIF89a'),
          hex('00'.repeat(7)),
          times(6_000_000, hex('21fe00')),
        ]),
    ],
  ])('is refused in bounded time: a %s', async (_, content) => {
    const path = join(folder, 'file');
    await writeFile(path, content());
    const spent = await processorMs(async () =>
      expect(await typeOfFile(path, 'file')).toMatchObject({ refused: 'broken' }),
    );
    expect(spent).toBeLessThan(most);
  });

  it.each([
    ['instructions', '<?'.repeat(200_000), 'broken'],
    ['a link', `<a href="${'data:'.repeat(60_000)}"/>`, 'svg_reference'],
    ['a style', `<g style="fill:url(${'data:'.repeat(60_000)})"/>`, 'svg_reference'],
  ])('is refused in bounded time: an SVG with %s', async (_, inside, fault) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
    expect(await processorMs(() => expect(faultOfSvg(svg)).toBe(fault))).toBeLessThan(most);
  });
});
