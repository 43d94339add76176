import { emptyDemographics } from '../../../contracts/accounts/demographics';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import {
  ageOn,
  missingProfileFields,
  ineligibilityReasons,
  type EligibilityProfile,
} from './eligibility.rule';

const today = new Date('2026-11-21T12:00:00Z');
const profile = (over: Partial<EligibilityProfile> = {}): EligibilityProfile => ({
  ...emptyDemographics,
  date_of_birth: '2000-01-01',
  education_level: 'bachelor',
  completed: [],
  participated: [],
  ...over,
});

describe('the eligibility of a person', () => {
  it.each([
    ['2008-11-21', 18],
    ['2008-11-22', 17],
    ['2004-02-29', 22],
    ['2026-11-21', 0],
  ])('gives a person born on %s the age %d', (born, age) => expect(ageOn(born, today)).toBe(age));
  it('does not fail for an age at either end of the allowed range', () => {
    const age = (lower: number, upper: number) =>
      ineligibilityReasons([{ filter: 'age', range: { lower, upper } }], profile(), today);
    expect([age(26, 26), age(27, 30), age(18, 25)]).toEqual([[], ['too_young'], ['too_old']]);
  });
  it('gives missing_profile_field as the reason when a value is unknown', () => {
    expect(
      ineligibilityReasons(
        [
          { filter: 'age', range: { lower: 18 } },
          { filter: 'education_level', any_of: ['master'] },
        ],
        profile({ date_of_birth: null, education_level: null }),
        today,
      ),
    ).toEqual(['missing_profile_field']);
  });
  it('needs one fitting answer per filter, and names the profile fields that have no answer', () => {
    const filters: EligibilityFilter[] = [
      { filter: 'age', range: { lower: 18 } },
      { filter: 'languages', any_of: ['tr', 'de'] },
      { filter: 'country', any_of: ['DE', 'AT'] },
      { filter: 'devices', any_of: ['phone'] },
    ];
    const told = profile({ languages: ['en', 'de'], country: 'AT', devices: ['tablet', 'phone'] });
    expect([
      ineligibilityReasons(filters, told, today),
      missingProfileFields(filters, told),
    ]).toEqual([[], []]);
    const silent = { ...told, country: null, devices: null };
    expect(ineligibilityReasons(filters, silent, today)).toEqual(['missing_profile_field']);
    expect(missingProfileFields([...filters, ...filters], silent)).toEqual(['country', 'devices']);
    const other = profile({ languages: ['en'], country: 'CH', devices: ['desktop'] });
    expect(ineligibilityReasons(filters, other, today)).toEqual(['criteria']);
  });
  it('needs one of the named education levels, and fails with the reasons of all filters that fail', () => {
    expect(
      ineligibilityReasons(
        [{ filter: 'education_level', any_of: ['master', 'bachelor'] }],
        profile(),
        today,
      ),
    ).toEqual([]);
    expect(
      ineligibilityReasons(
        [
          { filter: 'education_level', any_of: ['master'] },
          { filter: 'age', range: { lower: 40 } },
        ],
        profile(),
        today,
      ),
    ).toEqual(['criteria', 'too_young']);
  });
  it('depends on the studies that the person has completed, if a filter requires or excludes them', () => {
    const [a, b] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    expect(
      ineligibilityReasons(
        [{ filter: 'completed_any_of', studies: [a, b] }],
        profile({ completed: [b] }),
        today,
      ),
    ).toEqual([]);
    expect(
      ineligibilityReasons(
        [{ filter: 'completed_none_of', studies: [a, b] }],
        profile({ completed: [b] }),
        today,
      ),
    ).toEqual(['criteria']);
  });
  it('depends on whether a filter names a study that the person started, or one that the person completed', () => {
    const [a, b] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    // The person has started both studies and completed only the first.
    const past = profile({ completed: [a], participated: [a, b] });
    const of = (filter: EligibilityFilter) => ineligibilityReasons([filter], past, today);
    expect(of({ filter: 'participated_any_of', studies: [b] })).toEqual([]);
    expect(of({ filter: 'completed_any_of', studies: [b] })).toEqual(['criteria']);
    expect(of({ filter: 'participated_none_of', studies: [b] })).toEqual(['criteria']);
    expect(of({ filter: 'completed_none_of', studies: [b] })).toEqual([]);
    expect(
      ineligibilityReasons([{ filter: 'participated_none_of', studies: [b] }], profile(), today),
    ).toEqual([]);
  });
});
