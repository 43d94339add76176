import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  mp3Of,
  mp4Of,
  oggOf,
  pdfOf,
  wavOf,
  webmOf,
  mp4Box,
} from '../../../test/support/files/media';
import { zipOf } from '../../../test/support/files/zip';
import { typeOfFile } from './type-of-file';

let folder: string;
let png: Buffer, jpeg: Buffer, gif: Buffer, webp: Buffer, avif: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-types-'));
  const picture = sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: 200, g: 90, b: 9 } },
  });
  [png, jpeg, gif, webp, avif] = (await Promise.all(
    (['png', 'jpeg', 'gif', 'webp', 'avif'] as const).map((format) =>
      picture.clone().toFormat(format).toBuffer(),
    ),
  )) as [Buffer, Buffer, Buffer, Buffer, Buffer];
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the detected type, or the reason of the refusal and the types that it names. */
async function typeOf(content: Buffer | string, name = 'file'): Promise<string> {
  const path = join(folder, `${Math.random()}`);
  await writeFile(path, content);
  const found = await typeOfFile(path, name);
  return 'type' in found ? found.type : [found.refused, ...(found.types ?? [])].join(' ');
}
const zip = () => zipOf([{ name: 'index.html', content: '<html><script>1</script>', method: 0 }]);
const archive = () => zipOf([{ name: 'a.txt', content: 'harmless' }]);
const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
const and = (...parts: (Buffer | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

describe('The type of a file', () => {
  it.each<[string, () => Buffer | string]>([
    ['image/png', () => png],
    ['image/jpeg', () => jpeg],
    ['image/gif', () => gif],
    ['image/webp', () => webp],
    ['image/avif', () => avif],
    ['audio/mpeg', () => mp3Of()],
    ['audio/mpeg', () => mp3Of({ tag: 70_000 })],
    ['audio/ogg', () => oggOf('OpusHead')],
    ['video/ogg', () => oggOf('\u0001vorbis', '\u0080theora')],
    ['audio/wav', () => wavOf()],
    ['audio/wav', () => wavOf({ says: 0xffffffff })],
    ['audio/mp4', () => mp4Of(['soun'], 'M4A ')],
    ['video/mp4', () => mp4Of(['soun', 'vide'])],
    ['audio/webm', () => webmOf([2])],
    ['video/webm', () => webmOf([2, 1], { unknown: true })],
    ['application/pdf', () => pdfOf()],
    ['application/zip', zip],
  ])('is %s by its content, whatever its name', async (type, content) => {
    expect(await typeOf(content(), 'notes.txt')).toBe(type);
  });

  it('is not changed by what cameras add after a picture', async () => {
    expect(await typeOf(and(jpeg, jpeg))).toBe('image/jpeg');
    expect(await typeOf(and(jpeg, mp4Of(['vide'])))).toBe('image/jpeg');
    expect(await typeOf(and(jpeg, '\0\0\u0001\nImage_UTC_Data1500000000000SEFHe\0\0\0SEFT'))).toBe(
      'image/jpeg',
    );
  });

  it('is found in the content of a large sound whose tag has a picture', async () => {
    const tagged = mp3Of({ tag: 3_000_000 });
    expect(await typeOf(tagged)).toBe('audio/mpeg');
    expect(await typeOf(tagged.subarray(0, 2_000_000))).toBe('broken');
  });
});

describe('A file that is cut short', () => {
  it.each<[string, () => Buffer]>([
    ['PNG', () => png],
    ['JPEG', () => jpeg],
    ['GIF', () => gif],
    ['WebP', () => webp],
    ['AVIF', () => avif],
    ['MP4', () => mp4Of(['vide'])],
    ['WebM', () => webmOf([1])],
    ['Ogg', () => oggOf('OpusHead')],
    ['WAV', () => wavOf()],
    ['PDF', () => pdfOf()],
    ['ZIP', zip],
  ])('is refused as broken, wherever it ends: %s', async (_, content) => {
    const whole = content();
    const ends = [0.3, 0.6, 0.95].map((part) => Math.max(20, Math.floor(whole.length * part)));
    for (const end of [...ends, whole.length - 8])
      expect([end, await typeOf(whole.subarray(0, end))]).toEqual([end, 'broken']);
  });

  it('is refused as broken when its lengths are wrong', async () => {
    const endless = Buffer.from(png);
    endless.writeUInt32BE(0xffffffff, 33);
    expect(await typeOf(endless)).toBe('broken');
    expect(
      await typeOf(and(mp4Box('ftyp', Buffer.from('isom\0\0\0\0mp42')), '\0\0\0\u0004moov')),
    ).toBe('broken');
    expect(await typeOf(wavOf({ bytes: 10, says: 1_000_000 }))).toBe('broken');
    expect(await typeOf(and(png.subarray(0, 8), Buffer.alloc(100)))).toBe('broken');
  });
});

describe('A file that is valid as two types', () => {
  it.each<[string, () => Buffer, string]>([
    ['a PNG and a ZIP', () => and(png, archive()), 'image/png application/zip'],
    ['a JPEG and a ZIP', () => and(jpeg, archive()), 'image/jpeg application/zip'],
    ['a GIF and a ZIP', () => and(gif, archive()), 'image/gif application/zip'],
    ['a PDF and a ZIP', () => and(pdfOf(), archive()), 'application/pdf application/zip'],
    [
      'a ZIP whose end is that of the film around it',
      () => mp4Of(['vide'], 'isom', archive()),
      'video/mp4 application/zip',
    ],
    ['a PNG and a page', () => and(png, page), 'image/png text/html'],
    ['a JPEG and a page', () => and(jpeg, '   ', page), 'image/jpeg text/html'],
    ['a PNG and a JPEG', () => and(png, jpeg), 'image/png image/jpeg'],
    ['a JPEG and a document', () => and(jpeg, pdfOf()), 'image/jpeg application/pdf'],
    [
      'a JPEG with a document in its first bytes',
      () => and(jpeg.subarray(0, 2), '\xff\xfe', '\0\u000a', '%PDF-1.4', jpeg.subarray(2)),
      'image/jpeg application/pdf',
    ],
    [
      'a PDF with a page in its first bytes',
      () => pdfOf('<html><script>alert(1)</script>'),
      'application/pdf text/html',
    ],
  ])('is refused, and the refusal names both types: %s', async (_, content, types) => {
    expect(await typeOf(content())).toBe(`two_types ${types}`);
  });

  it('is accepted when it is an archive that begins with an uncompressed page or document', async () => {
    const pdfFirst = zipOf([{ name: 'a.pdf', content: pdfOf('<html>'), method: 0 }]);
    expect(await typeOf(pdfFirst)).toBe('application/zip');
  });
});

describe('A file of no accepted type', () => {
  it.each<[string, () => Buffer | string, string]>([
    ['a page', () => page, 'unknown_type text/html'],
    [
      'a page after a comment',
      () => '<?xml version="1.0"?>\n<!-- a -->\n<html/>',
      'unknown_type text/html',
    ],
    ['a script called picture', () => 'alert(1)', 'unknown_type text/plain'],
    [
      'a program',
      () => and('\x7fELF\u0002\u0001\u0001', Buffer.alloc(60)),
      'unknown_type application/x-elf',
    ],
    ['Matroska', () => webmOf([1], { kind: 'matroska' }), 'unknown_type video/matroska'],
    ['QuickTime', () => mp4Of(['vide'], 'qt  '), 'unknown_type video/quicktime'],
    [
      'a document of Word',
      () => zipOf([{ name: '[Content_Types].xml' }]),
      'unknown_type Office Open XML',
    ],
    ['noise', () => Buffer.from([1, 2, 3, 250, 251, 0, 7, 9, 4, 5]), 'unknown_type'],
  ])('is refused: %s', async (_, content, verdict) => {
    expect(await typeOf(content(), 'picture.png')).toBe(verdict);
  });
});
