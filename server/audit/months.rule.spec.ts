import { latestDeletableBefore, beginningOfMonth, monthPattern } from './months.rule';

test.each([
  ['2026-11-22T10:00:00Z', 24, '2024-11'],
  ['2026-01-01T00:00:00Z', 1, '2025-12'],
  ['2026-03-31T23:59:59Z', 1, '2026-02'],
  ['2026-02-28T12:00:00Z', 14, '2024-12'],
])('on %s, with %i months kept, records before %s may be deleted', (now, kept, month) =>
  expect(latestDeletableBefore(new Date(now), kept)).toBe(month),
);

test('a month of the audit log begins at midnight in UTC', () =>
  expect(beginningOfMonth('2026-02')).toBe('2026-02-01T00:00:00.000Z'));

test.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', '', "2026-01'"])(
  'the text %j is refused as a month',
  (text) => expect(monthPattern.test(text)).toBe(false),
);
