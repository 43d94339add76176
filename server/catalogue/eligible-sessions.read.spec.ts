import { emptyDemographics } from '../../contracts/accounts/demographics';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import { evaluateEligibility } from './eligible-sessions.read';

const now = new Date('2026-11-21T12:00:00Z');
const adults: EligibilityFilter = { filter: 'age', range: { lower: 18 } };
const speakers: EligibilityFilter = { filter: 'languages', any_of: ['de'] };
const newcomers: EligibilityFilter = { filter: 'participated_none_of', studies: ['s'] };
const silent = { ...emptyDemographics, completed: [], participated: [] };
const adult = { ...silent, date_of_birth: '1990-01-01' };

describe('The eligibility of a person for a session', () => {
  it.each([
    ['is `open` for a session without an eligibility rule', [], silent, 'open', []],
    ['is `yes` for a person who passes every filter', [adults, newcomers], adult, 'yes', []],
    [
      'is `answers`, with the missing fields, for a person who only lacks answers',
      [adults, speakers],
      adult,
      'answers',
      ['languages'],
    ],
    [
      'is `no` for a person with one answer that fails its filter, whatever other answers are missing',
      [adults, speakers],
      { ...adult, date_of_birth: '2020-01-01' },
      'no',
      [],
    ],
    [
      'is `no` for a person who took part in a study that the rule excludes',
      [newcomers, speakers],
      { ...adult, participated: ['s'] },
      'no',
      [],
    ],
  ] as const)('%s', (_, filters, profile, fit, missing_fields) => {
    expect(evaluateEligibility(filters, profile, now)).toEqual({ fit, missing_fields });
  });
});
