import { contradiction, defaultMaximumMinutes, maximumAfter } from './study.rule';

test('a participant may take three times the estimate, an hour at least, a week at most', () => {
  expect([5, 20, 45, 9_000].map(defaultMaximumMinutes)).toEqual([60, 60, 135, 10_080]);
});

test('a maximum that followed from the duration follows its change, a given one stays', () => {
  expect(
    maximumAfter({ duration_minutes: 30, maximum_minutes: 90 }, { duration_minutes: 60 }),
  ).toBe(180);
  expect(
    maximumAfter({ duration_minutes: 30, maximum_minutes: 100 }, { duration_minutes: 60 }),
  ).toBe(100);
  expect(maximumAfter({ duration_minutes: 30, maximum_minutes: 90 }, { maximum_minutes: 45 })).toBe(
    45,
  );
});

test('a maximum below the estimate, or an age range that nobody is in, is a contradiction', () => {
  const study = { duration_minutes: 30, maximum_minutes: 90, eligibility: [] };
  expect(contradiction(study)).toBeNull();
  expect(contradiction({ ...study, maximum_minutes: 29 })).toEqual({
    path: 'maximum_minutes',
    code: 'too_small',
  });
  const range = (lower: number, upper: number) => ({
    filter: 'age' as const,
    range: { lower, upper },
  });
  expect(contradiction({ ...study, eligibility: [range(18, 18), range(30, 18)] })).toEqual({
    path: 'eligibility.1.range.upper',
    code: 'too_small',
  });
});
