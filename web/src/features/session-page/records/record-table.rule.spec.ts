import { recordCellText, trialColumnsOf, trialFiguresOf, trialDataOf } from './record-table.rule';

test('a record counts as a trial only if its data is an object', () => {
  expect(trialDataOf({ kind: 'trial', data: '{"rt":1}' })).toEqual({ rt: 1 });
  for (const data of ['[1]', '1', 'null', 'no JSON'])
    expect(trialDataOf({ kind: 'trial', data })).toBeNull();
  expect(trialDataOf({ kind: 'event', data: '{"rt":1}' })).toBeNull();
});

test('the table of trials has at most seven columns, for short values that most trials have', () => {
  const trials = Array.from({ length: 10 }, (_, n) => ({
    trial_type: 'html-keyboard-response',
    trial_index: n,
    stimulus: '<p>x</p>'.repeat(20),
    word: 'red',
    rt: 300 + n,
    correct: true,
    ...(n === 0 && { once: 1 }),
  }));
  expect(trialColumnsOf(trials)).toEqual(['correct', 'rt', 'word']);
  expect(
    trialColumnsOf([Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`v${n}`, n]))]),
  ).toHaveLength(7);
  expect(trialColumnsOf([])).toEqual([]);
});

test('a cell of the table of trials shows short values unchanged, and omits long ones', () => {
  expect([
    recordCellText(0),
    recordCellText(false),
    recordCellText('a'),
    recordCellText([1, 2]),
    recordCellText(null),
  ]).toEqual(['0', 'false', 'a', '[1,2]', '']);
  expect(recordCellText('a'.repeat(41))).toBeNull();
});

test('the figures about a run count only values that its trials contain', () => {
  expect(
    trialFiguresOf([{ correct: true, rt: 300 }, { correct: false, rt: 500 }, { rt: null }]),
  ).toEqual({
    correct: { share: 0.5, of: 2 },
    median: 400,
  });
  expect(trialFiguresOf([{ rt: 3 }, { rt: 1 }, { rt: 2 }])).toEqual({ correct: null, median: 2 });
  expect(trialFiguresOf([{ correct: 'maybe', rt: 'fast' }])).toEqual({
    correct: null,
    median: null,
  });
});
