import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileBytes } from '../bytes/file-bytes';
import { typeOfFile } from '../type-of-file';
import { maxParsedJsonBytes } from './text-type';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'commonlab-texts-'))));
afterAll(() => rm(folder, { recursive: true }));

async function typeOf(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, `${Math.random()}`);
  await writeFile(path, content);
  const found = await typeOfFile(path, name);
  return 'type' in found ? found.type : found.refused;
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('An uploaded text', () => {
  it.each([
    ['text/csv', 'words.CSV', 'word;Größe\nBär;1\n'],
    ['text/csv', 'bom.csv', '\ufeffword\nBär\n'],
    ['text/csv', 'gif.csv', 'GIF,BMI,ID3\na,1,2\n'],
    ['text/csv', 'id3.csv', 'ID3,GIF\n1,2\n'],
    ['text/csv', 'markup.csv', '<b>word</b>,1\n'],
    ['text/tab-separated-values', 'a.tsv', 'word\tvalue\n'],
    ['application/json', 'a.json', '\ufeff{"a":[1,null]}'],
    ['text/vtt', 'a.vtt', 'WEBVTT - title\n\n00:00.000 --> 00:01.000\nHi\n'],
    ['text/plain', 'analysis.R', 'mean(x)\n'],
    ['text/plain', 'notes', 'WEBVTTs are files'],
    ['text/plain', 'escapes.txt', '\u001b[31mred\f'],
    [
      'image/svg+xml',
      'a.svg',
      '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['image/svg+xml', 'a.txt', '\ufeff\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('is %s by its content and its ending: %s', async (type, name, content) => {
    expect(await typeOf(name, content)).toBe(type);
  });

  it.each<[string, string, Buffer | string]>([
    ['text_encoding', 'latin.csv', Buffer.from('word;Größe\nBär;1\n', 'latin1')],
    ['text_encoding', 'utf16.csv', utf16('\ufeffword;value\n')],
    ['text_encoding', 'utf16-unmarked.csv', utf16('word;value;more;columns\n')],
    ['text_encoding', 'cut.txt', Buffer.from('Bär').subarray(0, 2)],
    ['unknown_type', 'zeros.txt', 'a\0b'],
    ['unknown_type', 'page.txt', '\n<!-- a -->\n<HTML><body>'],
    ['unknown_type', 'page.csv', '<!doctype html>\n<p>'],
    ['unknown_type', 'script.json', '<script>1</script>'],
    ['unknown_type', 'picture.jpeg', 'not a picture'],
    ['json_invalid', 'a.json', '{"a":1'],
    ['json_invalid', 'empty.json', ''],
    ['broken', 'a.vtt', '1\n00:00:00,000 --> 00:00:01,000\n'],
    ['broken', 'a.svg', 'no drawing'],
    ['svg_script', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>'],
    [
      'svg_reference',
      'a.svg',
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
  ])('is refused as %s: %s', async (reason, name, content) => {
    expect(await typeOf(name, content)).toBe(reason);
  });

  it('is plain text when it is JSON that is too large or too deep to be parsed', async () => {
    expect(await typeOf('deep.json', '['.repeat(200))).toBe('text/plain');
    expect(await typeOf('large.json', `"${'a'.repeat(maxParsedJsonBytes)}"`)).toBe('text/plain');
  });

  it('is checked by the rules for an SVG however large it is, and refused when it is too large to be checked', async () => {
    const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
    const path = '<path d="M 0 1 L 3 4" style="fill:none"/>';
    expect(await typeOf('large.svg', svg(path.repeat(20_000)))).toBe('image/svg+xml');
    expect(await typeOf('evil.svg', svg(`${path.repeat(20_000)}<g onclick="a"/>`))).toBe(
      'svg_script',
    );
    expect(await typeOf('deep.svg', svg('<g>'.repeat(50_000)))).toBe('broken');
    expect(await typeOf('huge.svg', svg(path.repeat(300_000)))).toBe('svg_too_large');
  });

  it('is refused for an invalid last byte, whatever its size', async () => {
    const path = join(folder, 'large.txt');
    const line = Buffer.from('Größe und Bär\n'.repeat(50_000));
    await writeFile(path, Buffer.concat([line, line, line]));
    expect(await typeOfFile(path, 'large.txt')).toEqual({ type: 'text/plain' });
    await appendFile(path, Buffer.from([0xff]));
    expect(await typeOfFile(path, 'large.txt')).toEqual({ refused: 'text_encoding' });
  });

  it('is read in one buffer, from its beginning to its end', async () => {
    const path = join(folder, 'chunks.txt');
    const content = Buffer.from('0123456789'.repeat(60_000));
    await writeFile(path, content);
    const file = await FileBytes.open(path);
    const [parts, buffers]: [Buffer[], Set<ArrayBufferLike>] = [[], new Set()];
    for await (const chunk of file.chunks()) {
      buffers.add(chunk.buffer);
      parts.push(Buffer.from(chunk));
    }
    await file.close();
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    expect([parts.length, buffers.size]).toEqual([3, 1]);
  });
});
