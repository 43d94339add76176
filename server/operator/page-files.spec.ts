import { mkdtempSync, rmSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPageFiles } from './page-files';

let folder: string;
const now = Date.now();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonlab-pages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string | Buffer, agoMs = 60_000) => {
  writeFileSync(join(folder, file), text);
  utimesSync(join(folder, file), (now - agoMs) / 1000, (now - agoMs) / 1000);
};
const read = () => readPageFiles(folder, now);

describe('The pages of the operator', () => {
  it('are read in each language that has a file; the one without a language is English', async () => {
    write('terms.md', 'Be kind.\r\n');
    write('terms.pt-br.md', 'Seja gentil.');
    write('notes.md', 'none of ours');
    expect(await read()).toEqual([
      {
        file: 'terms.md',
        page: expect.objectContaining({ language: 'en', body: 'Be kind.' }) as object,
      },
      { file: 'terms.pt-br.md', page: expect.objectContaining({ language: 'pt-BR' }) as object },
    ]);
  });

  it('have the same version for the same text, whatever line ends the editor writes', async () => {
    write('privacy.md', '\ufeffOne\r\nTwo\r\n\r\n');
    write('privacy.de.md', 'One\nTwo');
    const [one, two] = (await read()).map((found) => 'page' in found && found.page.version);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(one).toBe(two);
  });

  it('are read only when they have been unchanged for two seconds', async () => {
    write('mission.md', 'We beg', 500);
    expect(await read()).toEqual([{ file: 'mission.md', later: true }]);
    write('mission.md', 'We begin.', 2_500);
    expect(await read()).toMatchObject([{ page: { body: 'We begin.' } }]);
  });

  it.each([
    ['people.xx.md', 'Hello', 'xx is no language of the interface'],
    ['people.md', '  \n', 'is empty'],
    ['people.md', Buffer.from([0x48, 0xff, 0xfe]), 'is no UTF-8 text'],
    ['people.md', 'a\u0000b', 'is no UTF-8 text'],
    ['people.md', 'x'.repeat(200_001), 'is larger than 200000 bytes'],
  ])('are refused, like the file %s, when it contains %j', async (file, text, refused) => {
    write(file, text);
    expect(await read()).toEqual([{ file, refused }]);
  });

  it('are an empty list when their folder is missing; a folder with the name of a page is refused', async () => {
    expect(await readPageFiles(join(folder, 'absent'), now)).toEqual([]);
    mkdirSync(join(folder, 'terms.md'));
    expect(await read()).toEqual([{ file: 'terms.md', refused: 'is no file' }]);
  });
});
