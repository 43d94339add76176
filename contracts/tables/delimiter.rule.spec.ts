import { delimitersIn, firstRowOf } from './delimiter.rule';

test.each([
  ['a\tb,c', ['\t', ',']],
  ['a;b;c,d', [';', ',']],
  ['a,b,c;d', [',', ';']],
  ['"a;b",c', [',']],
  ['sentence', []],
])('%j has %j', (heading, found) => {
  expect(delimitersIn(heading)).toEqual(found);
});

test('the first row has text, and ends where no quotation mark is open', () => {
  expect(firstRowOf('\n\r\n"a\nb",c\r\nd')).toBe('_,c');
  expect(firstRowOf('a,b')).toBeNull();
  expect(firstRowOf('a,b', true)).toBe('a,b');
  expect(firstRowOf('', true)).toBeNull();
});
