import { decodeTableText, type Encoding } from './encoding.rule';

const words = 'tag;Begründung\r\n1;Größe';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each<[string, Uint8Array, Encoding]>([
  ['UTF-8', Buffer.from(words), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\u{feff}${words}`), 'utf-8'],
  ['UTF-16 as spreadsheets call Unicode', utf16(`\u{feff}${words}`), 'utf-16le'],
  ['UTF-16, the other way round', utf16(`\u{feff}${words}`).swap16(), 'utf-16be'],
  ['UTF-16 without a mark', utf16(words), 'utf-16le'],
  ['UTF-16 without a mark, the other way round', utf16(words).swap16(), 'utf-16be'],
  ['Windows-1252', Buffer.from(words, 'latin1'), 'windows-1252'],
])('a file in %s is decoded correctly', (_, bytes, encoding) => {
  expect(decodeTableText(bytes)).toEqual({ text: words, encoding });
});

test('a file of three bytes and an empty file are decoded as text', () => {
  expect(decodeTableText(Buffer.from('a;b')).text).toBe('a;b');
  expect(decodeTableText(Buffer.alloc(0)).text).toBe('');
});
