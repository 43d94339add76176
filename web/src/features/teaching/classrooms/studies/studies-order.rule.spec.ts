import { sortByReviewState } from './studies-order.rule';

const study = (
  title: string,
  review: 'none' | 'submitted' | 'changes_asked' | 'approved' | 'changed' | null,
  review_day: string | null = null,
) => ({ title, review, review_day });

test('studies to review come first, the one that waits longest at the top', () => {
  const ordered = sortByReviewState([
    study('Approved', 'approved', '2026-11-01'),
    study('Not submitted', 'none'),
    study('Waits a day', 'submitted', '2026-11-20'),
    study('Asked', 'changes_asked', '2026-11-02'),
    study('Changed', 'changed', '2026-11-03'),
    study('Waits a week', 'submitted', '2026-11-13'),
  ]);
  expect(ordered.map(({ title }) => title)).toEqual([
    'Waits a week',
    'Waits a day',
    'Changed',
    'Asked',
    'Not submitted',
    'Approved',
  ]);
});

test('studies of one state and day are in order of their titles, and the given list stays as it is', () => {
  const given = [study('B', 'none'), study('C', null), study('A', 'none')];
  expect(sortByReviewState(given).map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  expect(given.map(({ title }) => title)).toEqual(['B', 'C', 'A']);
});
