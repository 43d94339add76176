import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CsvFault } from './csv-rows.rule';
import { openCsvFile } from './read-rows';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'commonlab-tables-'))));
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array) {
  const path = join(folder, 'file.csv');
  await writeFile(path, bytes);
  const { header, written, rows } = await openCsvFile(path);
  const cells: (readonly string[])[] = [];
  for await (const piece of rows) cells.push(...piece.map((row) => row.cells));
  return { names: header.names, cells, ...written };
}
const words = 'participant;Größe\r\nä1;0,5\r\n';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', 'utf-8', Buffer.from(words)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\ufeff${words}`)],
  ['UTF-16', 'utf-16le', utf16(`\ufeff${words}`)],
  ['UTF-16, the other way round', 'utf-16be', utf16(`\ufeff${words}`).swap16()],
  ['UTF-16 without a mark', 'utf-16le', utf16(words)],
  ['Windows-1252', 'windows-1252', Buffer.from(words, 'latin1')],
])('openCsvFile reads a file in %s and reports the encoding', async (_, encoding, bytes) => {
  expect(await read(bytes)).toEqual({
    names: ['participant', 'Größe'],
    cells: [['ä1', '0,5']],
    encoding,
    mayHaveCommas: true,
  });
});

test('openCsvFile detects Windows-1252 by a letter far down in the file, before it returns the first row', async () => {
  const long = Buffer.from(`a,b\n${'x,y\n'.repeat(50_000)}M\xe4rz,2\n`, 'latin1');
  const { cells, ...written } = await read(long);
  expect(written).toMatchObject({ encoding: 'windows-1252', mayHaveCommas: false });
  expect(cells.at(-1)).toEqual(['März', '2']);
});

test('openCsvFile refuses a workbook of a spreadsheet program', async () => {
  const workbook = Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0\x08\0', 'latin1'),
    Buffer.alloc(99, 0xfe),
  ]);
  await expect(read(workbook)).rejects.toEqual(new CsvFault('nul', null));
});
