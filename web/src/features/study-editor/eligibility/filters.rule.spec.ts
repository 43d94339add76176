/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { incompleteFilterReason } from '../../../../../contracts/studies/eligibility';
import {
  emptyFilter,
  type ParticipantFilter,
  filterKinds,
  participantFiltersOf,
} from './filters.rule';

const study = '0193a1b2-0000-7000-8000-000000000001';

test('a condition that was just added has no values', () => {
  for (const kind of filterKinds)
    expect(incompleteFilterReason(emptyFilter(kind))).toBe('nothing_chosen');
});

test.each<[ParticipantFilter, ReturnType<typeof incompleteFilterReason>]>([
  [{ filter: 'age', range: { lower: 18 } }, null],
  [{ filter: 'age', range: { upper: 65 } }, null],
  [{ filter: 'age', range: { lower: 30, upper: 20 } }, 'ages_reversed'],
  [{ filter: 'age', range: { lower: 30, upper: 30 } }, null],
  [{ filter: 'education_level', any_of: ['master'] }, null],
  [{ filter: 'completed_none_of', studies: [study] }, null],
])('the condition %j lacks %s', (filter, gap) => {
  expect(incompleteFilterReason(filter)).toBe(gap);
});

test('the request for the number of people has each condition as a parameter', () => {
  expect(
    participantFiltersOf([
      { filter: 'age', range: { lower: 18, upper: 65 } },
      { filter: 'education_level', any_of: ['master', 'doctorate'] },
    ]),
  ).toEqual({ age_min: 18, age_max: 65, education_level: ['master', 'doctorate'] });
  expect(participantFiltersOf([{ filter: 'participated_any_of', studies: [study] }])).toEqual({
    participated_any_of: [study],
  });
  expect(participantFiltersOf([])).toEqual({});
});

test('for a rule that has a condition twice, no number is requested', () => {
  const age: ParticipantFilter = { filter: 'age', range: { lower: 18 } };
  expect(participantFiltersOf([age, age])).toBeNull();
});
