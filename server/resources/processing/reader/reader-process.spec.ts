import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { readerLimits } from './reader-limits';
import { ReaderDied, ReaderProcess } from './reader-process';

let folder: string;
let large: string;
let reader: ReaderProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-reader-'));
  // The slow file is a table, since the time to read it grows with its rows; the time to read a
  // picture would depend on a library.
  large = await saved('large.csv', Buffer.from('"a",b\n'.repeat(6_000_000)));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => void (reader = new ReaderProcess({ searchPath: '' })));
afterEach(() => reader.onApplicationShutdown());

async function saved(name: string, content: Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'olive' } })
    .png()
    .toBuffer();
const png: ResourceFileType = 'image/png';
const csv: ResourceFileType = 'text/csv';

describe('The process that reads files', () => {
  it('reads one file after another, also those that come at the same time', async () => {
    const small = await saved('small.png', await picture(30, 20));
    const table = await saved('table.csv', Buffer.from('a,b\n1,2\n'));
    const read = await Promise.all([
      reader.read(small, png),
      reader.read(table, 'text/csv'),
      reader.read(small, 'audio/mpeg'),
    ]);
    expect(read.map(({ facts }) => facts)).toEqual([
      { width: 30, height: 20, notes: [] },
      { columns: ['a', 'b'], rows: 1, notes: [] },
      { notes: ['unreadable'] },
    ]);
  });

  it('is killed when a file takes too much processor time, and a new one reads the next file', async () => {
    const short = { ...readerLimits, processorMs: 60 };
    await expect(reader.read(large, csv, short)).rejects.toThrow(ReaderDied);
    const small = await saved('next.png', await picture(30, 20));
    expect((await reader.read(small, png)).facts).toMatchObject({ width: 30 });
  });

  it('is killed when a file takes too much memory or too much time', async () => {
    const narrow = { ...readerLimits, memoryBytes: 10_000_000 };
    await expect(reader.read(large, csv, narrow)).rejects.toThrow(ReaderDied);
    await expect(reader.read(large, csv, { ...readerLimits, waitMs: 1 })).rejects.toThrow(
      ReaderDied,
    );
  });

  it('is killed when the worker shuts down', async () => {
    const read = reader.read(large, csv);
    reader.onApplicationShutdown();
    await expect(read).rejects.toThrow(ReaderDied);
  });
});
