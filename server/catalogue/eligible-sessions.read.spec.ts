import { emptyDemographics } from '../../contracts/accounts/demographics';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import { evaluateEligibility } from './eligible-sessions.read';

const now = new Date('2026-11-21T12:00:00Z');
const adults: EligibilityFilter = { filter: 'age', range: { lower: 18 } };
const speakers: EligibilityFilter = { filter: 'languages', any_of: ['de'] };
const newcomers: EligibilityFilter = { filter: 'participated_none_of', studies: ['s'] };
const silent = { ...emptyDemographics, completed: [], participated: [] };
const adult = { ...silent, date_of_birth: '1990-01-01' };

describe('whether a person fits a session', () => {
  it.each([
    ['a session without a rule is open', [], silent, 'open', []],
    ['who passes every filter fits', [adults, newcomers], adult, 'yes', []],
    ['who only lacks answers is told which', [adults, speakers], adult, 'answers', ['languages']],
    [
      'one answer against it is enough, whatever else is missing',
      [adults, speakers],
      { ...adult, date_of_birth: '2020-01-01' },
      'no',
      [],
    ],
    [
      'an earlier study against it, too',
      [newcomers, speakers],
      { ...adult, participated: ['s'] },
      'no',
      [],
    ],
  ] as const)('%s', (_, filters, profile, fit, missing_fields) => {
    expect(evaluateEligibility(filters, profile, now)).toEqual({ fit, missing_fields });
  });
});
