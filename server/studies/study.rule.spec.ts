import {
  findStudyFieldContradiction,
  defaultMaximumMinutes,
  maximumMinutesAfterChange,
} from './study.rule';

test('the maximum duration is by default three times the estimate, at least an hour and at most a week', () => {
  expect([5, 20, 45, 9_000].map(defaultMaximumMinutes)).toEqual([60, 60, 135, 10_080]);
});

test('a default maximum duration changes with the estimate, and one that a researcher set stays', () => {
  expect(
    maximumMinutesAfterChange(
      { duration_minutes: 30, maximum_minutes: 90 },
      { duration_minutes: 60 },
    ),
  ).toBe(180);
  expect(
    maximumMinutesAfterChange(
      { duration_minutes: 30, maximum_minutes: 100 },
      { duration_minutes: 60 },
    ),
  ).toBe(100);
  expect(
    maximumMinutesAfterChange(
      { duration_minutes: 30, maximum_minutes: 90 },
      { maximum_minutes: 45 },
    ),
  ).toBe(45);
});

test('a maximum duration below the estimate, or an empty age range, is a contradiction', () => {
  const study = { duration_minutes: 30, maximum_minutes: 90, eligibility: [] };
  expect(findStudyFieldContradiction(study)).toBeNull();
  expect(findStudyFieldContradiction({ ...study, maximum_minutes: 29 })).toEqual({
    path: 'maximum_minutes',
    code: 'too_small',
  });
  const range = (lower: number, upper: number) => ({
    filter: 'age' as const,
    range: { lower, upper },
  });
  expect(
    findStudyFieldContradiction({ ...study, eligibility: [range(18, 18), range(30, 18)] }),
  ).toEqual({
    path: 'eligibility.1.range.upper',
    code: 'too_small',
  });
});
