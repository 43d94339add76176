/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import {
  readDecisions,
  lineOfPath,
  parseDecisionLines,
  participantsCsv,
  type DecisionRow,
} from './decisions-csv';

const tag = (n: number) => String(n).padStart(16, '0');
const long = 'x'.repeat(100);
const read = (rows: readonly DecisionRow[]) =>
  readDecisions(rows.map((row, i) => ({ line: i + 2, row })));
const linesIn = (text: string) => {
  const table = parseDecisionLines(text);
  return 'lines' in table ? table.lines : table.faults;
};
const readFile = (text: string) => {
  const table = parseDecisionLines(text);
  return 'lines' in table ? readDecisions(table.lines) : table;
};
const faultsOf = (...rows: DecisionRow[]) => {
  const found = read(rows);
  return 'faults' in found ? found.faults.map((f) => `${f.line} ${f.column} ${f.code}`) : [];
};

test('each line of a file of decisions is a decision, whatever its spaces and capitals', () => {
  const rows = [
    { tag: ` ${tag(1)} `, decision: 'Approve', category: '', reason: '' },
    { tag: 'ABCDEF0123456789', decision: 'reject', category: 'too_fast', reason: long },
    { tag: tag(3), decision: 'no-show' },
  ];
  expect(read(rows)).toEqual({
    lines: [2, 3, 4],
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

test.each<[string, DecisionRow[], string[]]>([
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
])('%s is reported with its line, and no decision is taken from the file', (_, rows, faults) => {
  expect(faultsOf(...rows)).toEqual(faults);
});

test('a refusal of a decision by the server is shown with its line of the file', () => {
  expect(lineOfPath('decisions.0.tag', [2])).toBe(2);
  expect(lineOfPath('decisions.1.decision.reason', [2, 43])).toBe(43);
  expect(lineOfPath('decisions', [2])).toBeNull();
});

test('lines are numbered as in a text editor, also empty ones and those within a reason', () => {
  const text = [
    'tag;Decision;category;reason',
    `${tag(1)};reject;OTHER;"${long}`,
    'and more"',
    '',
    ' ; ; ; ',
    `${tag(2)};approve;;`,
    `${tag(2)};approve;;`,
  ].join('\r\n');
  expect(readFile(text)).toEqual({ faults: [{ line: 7, column: 'tag', code: 'named_twice' }] });
  expect(readFile(text.slice(0, text.lastIndexOf('\r\n')))).toMatchObject({
    lines: [2, 6],
    decisions: [
      { decision: { category: 'other', reason: `${long}\r\nand more` } },
      { tag: tag(2), decision: { action: 'approve' } },
    ],
  });
});

test('a file without a column for the participant or for the decision is refused', () => {
  const none = [{ line: 1, column: '', code: 'no_columns' }];
  expect(linesIn('tag,state\n1,2')).toEqual(none);
  expect(linesIn('')).toEqual(none);
  expect(linesIn(`\n\ntag,decision\n${tag(1)},approve`)).toMatchObject([{ line: 4 }]);
});

test.each([';', '\t', ','])('two columns and a few lines are read with the delimiter %j', (by) => {
  for (const lines of [1, 2, 8, 9]) {
    const rows = Array.from({ length: lines }, (_, i) => `#${tag(i)}${by}approve`);
    const file = [`tag${by}decision`, ...rows, ''].join('\r\n');
    expect(readFile(file)).toMatchObject({ lines: rows.map((_, i) => i + 2) });
  }
});

test('a reason cut by an unquoted comma is reported with its line, and unknown columns are ignored', () => {
  expect(
    readFile(`tag,decision,category,reason\n${tag(1)},reject,other,${long}, and more`),
  ).toEqual({
    faults: [{ line: 2, column: '', code: 'more_cells' }],
  });
  expect(readFile(`tag,note,note,decision,\n${tag(1)},a,b,approve,c`)).toMatchObject({
    lines: [2],
  });
  expect(readFile(`tag,decision,Tag\n${tag(1)},approve,x`)).toEqual({
    faults: [{ line: 1, column: 'tag', code: 'named_twice' }],
  });
});

test('an exported list, with decisions filled in, is read as those decisions', () => {
  const entries = [1, 2, 3].map((n) => ({
    ...{ tag: tag(n), state: 'completed', day: '2027-05-03', since: null },
  }));
  const file = participantsCsv(entries);
  expect(file).toContain(`#${tag(1)},completed,2027-05-03`);
  expect(readFile(file)).toEqual({ decisions: [], lines: [] });
  const filled = file.replace(`#${tag(2)},completed,2027-05-03,`, `$&approve`);
  expect(readFile(filled)).toEqual({
    decisions: [{ tag: tag(2), decision: { action: 'approve' } }],
    lines: [3],
  });
});

test('a reason without a decision is reported, not ignored', () => {
  expect(faultsOf({ tag: tag(1), reason: long })).toEqual(['2 decision not_one_of']);
});

test('a line without a tag names its participant by the pseudonym of the exports', () => {
  const pseudonym = 'ab'.repeat(16);
  expect(
    readFile(`run_participant;rt;decision\n${pseudonym};300;approve\n${'cd'.repeat(16)};200;\n`),
  ).toEqual({
    lines: [2],
    decisions: [{ run_participant: pseudonym, decision: { action: 'approve' } }],
  });
  expect(faultsOf({ run_participant: 'P7', decision: 'approve' })).toEqual([
    '2 run_participant invalid',
  ]);
  expect(
    faultsOf(
      { run_participant: pseudonym, decision: 'approve' },
      { run_participant: pseudonym, decision: 'approve' },
    ),
  ).toEqual(['3 run_participant named_twice']);
  expect(readFile('name,decision\nAnna,approve\n')).toEqual({
    faults: [{ line: 1, column: '', code: 'no_columns' }],
  });
});
