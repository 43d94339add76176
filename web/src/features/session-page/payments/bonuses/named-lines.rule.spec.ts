import { parseBonusTagLines } from './named-lines.rule';

const tags = ['aaaabbbbccccdddd', 'aaaabbbbccccdddd', 'aaaabb00ccccdddd', 'eeeeffff00001111'];
const read = (text: string, currency = 'EUR') => parseBonusTagLines(text, tags, currency);

test.each([
  ['eeeeff 2.50', 250],
  ['EEEEFF\t2,5', 250],
  ['eeeeff, 2', 200],
  [' eeeeffff00001111;0.01 ', 1],
])('a bonus is read from the line “%s”', (text, amount) =>
  expect(read(text)).toEqual({
    lines: [{ line: 1, tag: 'eeeeffff00001111', amount }],
    faults: [],
  }),
);

test('blank lines are skipped, but count in line numbers', () =>
  expect(read('\neeeeff 1\n\naaaabbbb 2\n').lines.map(({ line }) => line)).toEqual([2, 4]));

test('a complete code that is not in the list is accepted, because the server knows it', () =>
  expect(read('0123456789abcdef 1').lines).toHaveLength(1));

test.each([
  ['eeeeff', 'no_amount'],
  ['eeeeff 0', 'no_amount'],
  ['eeeeff -1', 'no_amount'],
  ['eeeeff 1,000', 'no_amount'],
  ['eeeeff €2', 'no_amount'],
  ['eeeeff 100000.01', 'too_big'],
  ['123456 1', 'unknown'],
  ['aaaabb 1', 'ambiguous'],
] as const)('the line “%s” is refused: %s', (text, code) =>
  expect(read(text)).toEqual({ lines: [], faults: [{ line: 1, code }] }),
);

test('a line is refused if an earlier line has the same code', () =>
  expect(read('eeeeff 1\neeeeffff00001111 2').faults).toEqual([{ line: 2, code: 'twice' }]));

test.each([
  ['JPY', 'eeeeff 250', 250],
  ['JPY', 'eeeeff 2.5', undefined],
  ['KWD', 'eeeeff 2.125', 2_125],
])('the amount of a bonus has the decimals of %s in “%s”', (currency, text, amount) =>
  expect(read(text, currency).lines[0]?.amount).toBe(amount),
);
