import { delimitersIn, firstRowOf } from './delimiter.rule';

test.each([
  ['a\tb,c', ['\t', ',']],
  ['a;b;c,d', [';', ',']],
  ['a,b,c;d', [',', ';']],
  ['"a;b",c', [',']],
  ['sentence', []],
  ['Size 5",rt', [',']],
])('the heading %j has the delimiters %j', (heading, found) => {
  expect(delimitersIn(heading)).toEqual(found);
});

test('the first row is the first one with text, and ends at a line break outside quotation marks', () => {
  expect(firstRowOf('\n\r\n"a\nb",c\r\nd')).toBe('_,c');
  expect(firstRowOf('a,b')).toBeNull();
  expect(firstRowOf('a,b', true)).toBe('a,b');
  expect(firstRowOf('', true)).toBeNull();
  expect(firstRowOf('Size 5",rt\n1,2\n')).toBe('Size 5",rt');
  expect(firstRowOf('  \n;;;\n,\nrt,acc\n1,2\n')).toBe('rt,acc');
  expect(firstRowOf('"a ""b"" c",d\n')).toBe('_,d');
});
