import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from './file-lines';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (path: string, most: number) => {
  const texts: string[] = [];
  const wrong = (fault: string, number: number) => new Error(`${fault} ${number}`);
  for await (const { text } of linesOf(path, () => most, wrong)) texts.push(text);
  return texts;
};

describe('Lines of a file', () => {
  it('are read up to the limit: a line of 40 GB is refused immediately', async () => {
    const path = join(folder, 'endless');
    const file = await open(path, 'w');
    await file.write('first\n');
    // A sparse file of 40 GB: reading all of it would take minutes and exceed the memory.
    await file.truncate(40_000_000_000);
    await file.close();
    await expect(read(path, 300_000)).rejects.toThrow('too_long 2');
  });

  it('may have exactly the limit, and the last line must end with a line feed', async () => {
    const path = join(folder, 'whole');
    await writeFile(path, `a\n${'ä'.repeat(5)}\n`);
    expect(await read(path, 10)).toEqual(['a', 'äääää']);
    await expect(read(path, 9)).rejects.toThrow('too_long 2');
    await writeFile(path, 'a\nb');
    await expect(read(path, 10)).rejects.toThrow('cut_short 2');
  });
});
