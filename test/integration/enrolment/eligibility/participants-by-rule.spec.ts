import { emptyDemographics, type Demographics } from '../../../../contracts/accounts/demographics';
import type {
  ProfileAnswerFilter,
  EligibilityFilter,
} from '../../../../contracts/studies/eligibility';
import {
  profileAnswerFields,
  profileAnswerChoices,
  acceptsMultipleAnswers,
} from '../../../../contracts/accounts/profile-answers';
import type { ProfileAnswerField } from '../../../../contracts/accounts/profile-answers';
import { ineligibilityReasons } from '../../../../server/enrolment/eligibility/eligibility.rule';
import { EligibleCountRead } from '../../../../server/enrolment/eligibility/eligible-count.read';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { printSeededRandom } from '../../../support/chance/seeded';
import { eligibleCountRequestsOf } from './counting';

type Chance = ReturnType<typeof printSeededRandom>;
const known: Record<ProfileAnswerField, readonly string[]> = {
  ...profileAnswerChoices,
  country: ['DE', 'AT', 'CH'],
  languages: ['de', 'en', 'tr'],
};
const one = (chance: Chance, field: ProfileAnswerField) =>
  known[field][chance.int(known[field].length)] ?? '';
/** Answers of a participant; each is missing with a probability of one in four. */
const answersBy = (chance: Chance): Partial<Demographics> =>
  Object.fromEntries(
    profileAnswerFields
      .filter(() => chance.int(4) > 0)
      .map((field) => {
        const several = [...new Set([one(chance, field), ...chance.some(known[field])])];
        return [field, acceptsMultipleAnswers(field) ? several : several[0]];
      }),
  );

/**
 * The actions after an enrolment. The participation is then enrolled, started, withdrawn after the
 * start, or completed.
 */
const moves = [[], ['start'], ['start', 'withdraw'], ['start', 'complete']];

describe('The count of participants who fit an eligibility rule', () => {
  let running: RunningApp;
  let researcher: TestPerson;
  let first: RecruitingStudy;
  let second: RecruitingStudy;
  let make: ReturnType<typeof eligibleCountRequestsOf>['make'];
  let complete: ReturnType<typeof eligibleCountRequestsOf>['complete'];
  beforeAll(async () => {
    // This file has its own application, since every participant of the database counts.
    running = await startApp({ clock: new TestClock() });
    researcher = await makeResearcher(running.source);
    ({ make, complete } = eligibleCountRequestsOf(running, researcher));
    first = await recruit(running, { researcher, capacity: 50 });
    second = await recruit(running, { researcher, capacity: 50 });
  });
  afterAll(() => running.close());

  it('counts exactly the people whom the eligibility rule admits', async () => {
    const chance = printSeededRandom('people and filters');
    const days = [
      null,
      '2008-02-29',
      '2007-03-01',
      '2000-12-31',
      '1990-06-15',
      '1956-02-29',
      '2006-11-21',
      '2006-11-20',
      '2006-11-22',
    ];
    const people: (Demographics & {
      person: TestPerson;
      completed: string[];
      participated: string[];
    })[] = [];
    for (let i = 0; i < 40; i++) {
      const date_of_birth = days[chance.int(days.length)] ?? null;
      const told = { ...emptyDemographics, date_of_birth, ...answersBy(chance) };
      const [person] = await make(1);
      if (!person) throw new Error('no person');
      await running.http().put('/api/demographics/').set(person.headers).send(told).expect(200);
      const ends: RecruitingStudy[] = [];
      const begins: RecruitingStudy[] = [];
      for (const study of i < 14 ? [first, second] : []) {
        const as = chance.int(4);
        await complete(study, person, moves[as] ?? []);
        if (as > 0) begins.push(study);
        if (as === 3) ends.push(study);
      }
      people.push({
        person,
        ...told,
        completed: ends.map((s) => s.study_id),
        participated: begins.map((s) => s.study_id),
      });
    }
    const maybe = (...filters: EligibilityFilter[]) => chance.some(filters);
    for (let i = 0; i < 60; i++) {
      const range = {
        ...(chance.int(2) && { lower: chance.int(40) }),
        ...(chance.int(2) && { upper: chance.int(80) }),
      };
      const filters = maybe(
        { filter: 'age', range },
        ...chance.some(
          profileAnswerFields.map((filter) => ({
            filter,
            any_of: [one(chance, filter), ...chance.some(known[filter])],
          })) as ProfileAnswerFilter[],
        ),
        {
          filter: 'completed_any_of',
          studies: [first.study_id, ...chance.some([second.study_id])],
        },
        { filter: 'completed_none_of', studies: [second.study_id] },
        {
          filter: 'participated_any_of',
          studies: [second.study_id, ...chance.some([first.study_id])],
        },
        { filter: 'participated_none_of', studies: [first.study_id] },
      );
      const expected = people.filter(
        (p) => ineligibilityReasons(filters, p, running.clock.now()).length === 0,
      ).length;
      expect({
        filters,
        count: await running.app.get(EligibleCountRead, { strict: false }).count(filters),
      }).toEqual({ filters, count: expected });
    }
  });
});
