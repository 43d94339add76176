import { ageBand, startDemographics } from './start-demographics.rule';

const now = new Date('2026-11-21T12:00:00Z');
const told = { date_of_birth: '1987-03-04', education_level: 'doctorate' } as const;

describe('startDemographics', () => {
  it('returns null for an anonymous session whose launch chose no demographics', () => {
    expect(startDemographics('anonymous', [], told, now)).toBeNull();
  });
  it('keeps only what the launch chose in an anonymous session, with the age as a band of five years', () => {
    expect(startDemographics('anonymous', ['age'], told, now)).toEqual({ age_band: '35-39' });
    expect(startDemographics('anonymous', ['education_level'], told, now)).toEqual({
      education_level: 'doctorate',
    });
    expect(startDemographics('anonymous', ['age', 'education_level'], undefined, now)).toEqual({
      age_band: null,
      education_level: null,
    });
  });
  it('keeps age and education in a session with names', () => {
    expect(startDemographics('roster_on_start', ['age', 'education_level'], told, now)).toEqual({
      age: 39,
      education_level: 'doctorate',
    });
  });
  it('puts each age into a band of five years', () => {
    expect([0, 4, 5, 19, 20, 100].map(ageBand)).toEqual([
      '0-4',
      '0-4',
      '5-9',
      '15-19',
      '20-24',
      '100-104',
    ]);
  });
});
