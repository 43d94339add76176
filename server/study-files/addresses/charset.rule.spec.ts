import { Readable } from 'node:stream';
import type { Storage } from '../../platform/storage/storage';
import { mimeTypeOf } from '../versions/mime-type';
import { Utf8Check } from './charset.rule';
import { Charsets } from './charsets';

const words = 'Größe · 你好 · 🙂';
const utf8 = (text: string) => Buffer.from(text);
const latin = (text: string) => Buffer.from(text, 'latin1');
const encodingOf = (path: string, content: Buffer) => {
  const storage = { bytes: () => Promise.resolve(Readable.from([content])) };
  return new Charsets(storage as unknown as Storage).of({
    sha256: path,
    bytes: content.length,
    mime: mimeTypeOf(path),
  });
};

const textual = [
  'a.html',
  'a.xhtml',
  'a.js',
  'a.mjs',
  'a.css',
  'a.csv',
  'a.tsv',
  'a.txt',
  'a.md',
  'a.json',
  'a.svg',
  'a.xml',
  'a.vtt',
];
it.each(textual)(
  '%s whose bytes are UTF-8 and that declares nothing is served as UTF-8',
  async (path) => {
    expect(await encodingOf(path, utf8(words))).toEqual({ charset: 'utf-8', isUnknown: false });
    expect(await encodingOf(path, Buffer.of())).toEqual({ charset: 'utf-8', isUnknown: false });
    expect(await encodingOf(path, utf8('plain'))).toMatchObject({ charset: 'utf-8' });
  },
);
it.each(textual)(
  '%s whose bytes are not UTF-8 and that declares nothing is served unchanged, and reported',
  async (path) => {
    expect(await encodingOf(path, latin('Größe'))).toEqual({ charset: null, isUnknown: true });
  },
);
it.each(textual)(
  '%s that begins with a byte order mark declares its own encoding',
  async (path) => {
    const marked = [
      utf8('\ufeffä'),
      Buffer.from('\ufeffä', 'utf16le'),
      Buffer.from('\ufeffä', 'utf16le').swap16(),
    ];
    for (const content of marked)
      expect(await encodingOf(path, content)).toEqual({ charset: null, isUnknown: false });
  },
);
it.each(['a.png', 'a.wasm', 'a.bin', 'a.mp3'])('%s gets no charset', async (path) => {
  expect(await encodingOf(path, latin('ÿ'))).toEqual({ charset: null, isUnknown: false });
});

it.each([
  ['a.html', '<meta charset="iso-8859-1">ä', 'iso-8859-1'],
  ['a.html', "<META CHARSET='GBK'>", 'GBK'],
  [
    'a.html',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    'windows-1251',
  ],
  ['a.html', '<meta charset=utf-8>', 'utf-8'],
  // The declaration is written in ASCII, so the file cannot be in UTF-16. Browsers decode it as
  // UTF-8.
  ['a.html', '<meta charset="utf-16">', 'utf-8'],
  ['a.html', '<!-- <meta charset="gbk"> -->', 'utf-8'],
  ['a.html', '<p>charset=gbk</p>', 'utf-8'],
  ['a.css', '@charset "iso-8859-1"; a{}', null],
  ['a.css', ' @charset "iso-8859-1";', 'utf-8'],
  ['a.svg', '<?xml version="1.0" encoding="iso-8859-1"?>', null],
  ['a.svg', '<?xml version="1.0"?><svg encoding="x"/>', 'utf-8'],
  ['a.js', '// <meta charset="gbk">', 'utf-8'],
])('the declared encoding of %s is used: %s', async (path, text, charset) => {
  expect(await encodingOf(path, utf8(text))).toEqual({ charset, isUnknown: false });
  if (charset !== 'utf-8')
    expect(await encodingOf(path, latin(`${text}ä`))).toMatchObject({ isUnknown: false });
});

it('a character that is split between two chunks is decoded', () => {
  const bytes = utf8(words.repeat(3));
  for (let size = 1; size < 9; size++) {
    const check = new Utf8Check();
    for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
    expect(check.end()).toBe(true);
  }
  for (const wrong of [
    bytes.subarray(0, -1),
    latin('aä'),
    Buffer.of(0x80, 0x80, 0x80, 0x80, 0x41),
  ]) {
    const check = new Utf8Check();
    for (const byte of wrong) check.add(Buffer.of(byte));
    expect(check.end()).toBe(false);
  }
});
