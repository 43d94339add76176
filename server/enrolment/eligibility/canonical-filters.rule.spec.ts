import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { canonicalFilters } from './canonical-filters.rule';

const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const age = (lower?: number, upper?: number): EligibilityFilter => ({
  filter: 'age',
  range: { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) },
});
const any = (...studies: string[]): EligibilityFilter => ({ filter: 'completed_any_of', studies });
const none = (...studies: string[]): EligibilityFilter => ({
  filter: 'completed_none_of',
  studies,
});
const began = (...studies: string[]): EligibilityFilter => ({
  filter: 'participated_any_of',
  studies,
});
const neverBegan = (...studies: string[]): EligibilityFilter => ({
  filter: 'participated_none_of',
  studies,
});
const level = (...any_of: ('master' | 'bachelor')[]): EligibilityFilter => ({
  filter: 'education_level',
  any_of,
});

const spoken = (...any_of: string[]): EligibilityFilter => ({ filter: 'languages', any_of });
const lives = (...any_of: string[]): EligibilityFilter => ({ filter: 'country', any_of });

describe('canonicalFilters, the canonical form of a question about people', () => {
  it.each<[string, EligibilityFilter[], EligibilityFilter[]]>([
    ['their order', [level('master'), age(18, 30)], [age(18, 30), level('master')]],
    ['the order inside', [level('master', 'bachelor')], [level('bachelor', 'master')]],
    ['a value twice', [any(a, a, b)], [any(b, a)]],
    ['a filter twice', [age(18, 30), age(18, 30)], [age(18, 30)]],
    ['a filter in a wider one', [age(18, 30), age(10, 40)], [age(18, 30)]],
    ['two halves', [age(18), age(undefined, 30)], [age(18, 30)]],
    ['bounds that exclude no person', [age(0, 130)], [age()]],
    ['levels that meet', [level('master', 'bachelor'), level('master')], [level('master')]],
    ['a study asked for and excluded', [any(a, b), none(b)], [any(a), none(b)]],
    ['that who completed took part', [any(a), began(a, b)], [any(a)]],
    ['that who never took part did not complete', [none(a), neverBegan(a)], [neverBegan(a)]],
    ['a start asked for and excluded', [began(a, b), neverBegan(b)], [began(a), neverBegan(b)]],
    ['exclusions apart', [none(a), none(b)], [none(b, a)]],
    ['countries that meet', [lives('DE', 'AT'), lives('AT', 'CH')], [lives('AT')]],
    ['languages twice', [spoken('tr', 'de'), spoken('de', 'tr', 'de')], [spoken('de', 'tr')]],
    ['a language in a wider list', [spoken('de'), spoken('de', 'tr')], [spoken('de')]],
    ['the order of lists', [spoken('de'), spoken('tr')], [spoken('tr'), spoken('de')]],
    ['capitals', [any(a.toUpperCase())], [any(a)]],
  ])('gives equal questions the same form, whatever %s', (_, one, other) => {
    expect(canonicalFilters(one)).toEqual(canonicalFilters(other));
    expect(canonicalFilters(one)).not.toBeNull();
  });

  it('gives questions with different meanings different forms', () => {
    const forms = [
      [],
      [age()],
      [age(18)],
      [age(18, 30)],
      [level('master')],
      [any(a)],
      [any(a, b)],
      [any(a), any(b)],
      [none(a)],
      [began(a)],
      [neverBegan(a)],
      [began(a), none(a)],
      [any(a), began(b)],
      [spoken('de', 'tr')],
      [spoken('de'), spoken('tr')],
      [lives('DE')],
    ].map((filters) => JSON.stringify(canonicalFilters(filters)));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('returns null for a question that no person can fit', () => {
    for (const filters of [
      [age(31, 18)],
      [age(18, 20), age(30, 40)],
      [level('master'), level('bachelor')],
      [lives('DE'), lives('AT')],
      [any(a), none(a)],
      [began(a), neverBegan(a)],
      [any(a), neverBegan(a)],
    ])
      expect(canonicalFilters(filters)).toBeNull();
  });
});
