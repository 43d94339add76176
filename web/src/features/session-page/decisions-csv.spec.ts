/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { decisionsOf, lineOf, type Row } from './decisions-csv';

const tag = (n: number) => String(n).padStart(16, '0');
const long = 'x'.repeat(100);
const faultsOf = (...rows: Row[]) => {
  const found = decisionsOf(rows);
  return 'faults' in found ? found.faults.map((f) => `${f.line} ${f.column} ${f.code}`) : [];
};

test('each line of a file is a decision; spaces and capitals are no matter', () => {
  const rows = [
    { tag: ` ${tag(1)} `, decision: 'Approve', category: '', reason: '' },
    { tag: 'ABCDEF0123456789', decision: 'reject', category: 'too_fast', reason: long },
    { tag: tag(3), decision: 'no-show' },
  ];
  expect(decisionsOf(rows)).toEqual({
    decisions: [
      { tag: tag(1), decision: { action: 'approve' } },
      {
        tag: 'abcdef0123456789',
        decision: { action: 'reject', category: 'too_fast', reason: long },
      },
      { tag: tag(3), decision: { action: 'no-show' } },
    ],
  });
});

test.each<[string, Row[], string[]]>([
  ['a line without a tag', [{ decision: 'approve' }], ['2 tag required']],
  ['a tag that is none', [{ tag: 'P-17', decision: 'approve' }], ['2 tag invalid']],
  ['an unknown decision', [{ tag: tag(1), decision: 'pay' }], ['2 decision not_one_of']],
  [
    'a rejection without a category',
    [{ tag: tag(1), decision: 'reject', reason: long }],
    ['2 category required'],
  ],
  [
    'a rejection with a short reason',
    [{ tag: tag(1), decision: 'reject', category: 'other', reason: 'bad' }],
    ['2 reason too_short'],
  ],
  [
    'a cancellation without a reason',
    [{ tag: tag(1), decision: 'nullify' }],
    ['2 reason required'],
  ],
  [
    'a tag that stands in two lines',
    [
      { tag: tag(1), decision: 'approve' },
      { tag: tag(2), decision: 'approve' },
      { tag: tag(1), decision: 'approve' },
    ],
    ['4 tag named_twice'],
  ],
])('%s is told by its line, and nothing is decided', (_, rows, faults) => {
  expect(faultsOf(...rows)).toEqual(faults);
});

test('what the server says about a decision leads to the line of the file', () => {
  expect(lineOf('decisions.0.tag')).toBe(2);
  expect(lineOf('decisions.41.decision.reason')).toBe(43);
  expect(lineOf('decisions')).toBeNull();
});
