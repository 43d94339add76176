import { emptyDemographics } from '../../../contracts/accounts/demographics';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import {
  studiesFittingProfile,
  shouldSendDigest,
  digestCandidates,
  chooseDigestStudies,
  maximumDigestStudies,
  participationChecksNeeded,
} from './digest.rule';

const today = new Date('2027-06-01T08:00:00Z');
const [yesterday, morning] = [new Date('2027-05-31T08:00:00Z'), new Date('2027-06-01T07:00:00Z')];
const study = (study_id: string, ...eligibility: EligibilityFilter[]) => ({
  study_id,
  since: morning,
  eligibility,
});
const followUp = (study_id: string, of: string) =>
  study(study_id, { filter: 'participated_any_of', studies: [of] });
const reader = {
  isTheirs: ({ study_id }: { study_id: string }) => study_id === 'own',
  told: { ...emptyDemographics, date_of_birth: '1990-01-01' },
  since: yesterday,
  until: today,
};

describe('studies of a digest', () => {
  it('are newer than the last digest, fit the person’s answers, and are not the person’s own', () => {
    const adults = study('adults', { filter: 'age', range: { lower: 18 } });
    const found = studiesFittingProfile(
      [
        study('any'),
        adults,
        study('children', { filter: 'age', range: { upper: 12 } }),
        study('unknown', { filter: 'education_level', any_of: ['master'] }),
        study('own'),
        { ...study('told before'), since: yesterday },
        { ...study('too fresh'), since: new Date(today.getTime() + 1) },
      ],
      reader,
      today,
    );
    expect(found.map(({ study_id }) => study_id)).toEqual(['any', 'adults']);
  });

  it('justify an email only when one of them requires no earlier study', () => {
    expect(shouldSendDigest([])).toBe(false);
    expect(shouldSendDigest([followUp('b', 'a')])).toBe(false);
    expect(shouldSendDigest([followUp('b', 'a'), study('c')])).toBe(true);
  });

  it('exclude studies that do not fit, and started studies unless no others are left', () => {
    const all = [followUp('b', 'a'), study('c'), study('d')];
    const ids = (past?: { completed: string[]; participated: string[] }) =>
      chooseDigestStudies(all, past).map(({ study_id }) => study_id);
    expect(ids()).toEqual(['c', 'd']);
    expect(ids({ completed: [], participated: ['a'] })).toEqual(['b', 'c', 'd']);
    expect(ids({ completed: [], participated: ['c'] })).toEqual(['d']);
    expect(ids({ completed: ['c'], participated: ['c', 'd'] })).toEqual(['c', 'd']);
  });

  it('are limited in number, also for a catalogue with a thousand new follow-up studies', () => {
    const many = [
      ...Array.from({ length: 1000 }, (_, n) => followUp(`f${n}`, `earlier${n}`)),
      ...Array.from({ length: 1000 }, (_, n) => study(`s${n}`)),
    ];
    const few = digestCandidates(many);
    expect(few.length).toBeLessThanOrEqual(maximumDigestStudies + 5);
    expect(participationChecksNeeded(few).length).toBeLessThanOrEqual(maximumDigestStudies + 10);
    expect(chooseDigestStudies(few).map(({ study_id }) => study_id)).toEqual(
      Array.from({ length: maximumDigestStudies }, (_, n) => `s${n}`),
    );
  });
});
