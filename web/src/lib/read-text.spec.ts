/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { textOf } from './read-text';

const words = 'tag;Begründung\r\n1;Größe';
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a mark', Buffer.from(`\u{feff}${words}`)],
  ['UTF-16 as spreadsheets call Unicode', utf16(words)],
  ['UTF-16, the other way round', utf16(words).swap16()],
  ['Windows-1252', Buffer.from(words, 'latin1')],
])('a file in %s has its letters', (_, bytes) => {
  expect(textOf(bytes)).toBe(words);
});
