import { earlierStudyFilters } from '../../../../contracts/studies/eligibility';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson, makeResearcher } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { sharedApp } from '../../../support/app/shared-app';
import { makeConsent, makeStudy, newStudy } from '../../studies/fixtures';
import { errorCodeOf, privacyLevelRequestsOf } from '../rosters/levels';

describe('An eligibility rule about earlier studies', () => {
  let run: RunningApp;
  let on: ReturnType<typeof privacyLevelRequestsOf>;
  beforeAll(async () => {
    run = await sharedApp();
    on = privacyLevelRequestsOf(run);
  });
  afterAll(() => run.close());
  const rule = (filter: string, study: string) => ({ eligibility: [{ filter, studies: [study] }] });

  it.each([
    ['enrolled and did not start', [], ['completed_none_of', 'participated_none_of']],
    ['is in the middle', ['start'], ['completed_none_of', 'participated_any_of']],
    ['left in the middle', ['start', 'withdraw'], ['completed_none_of', 'participated_any_of']],
    ['completed', ['start', 'complete'], ['completed_any_of', 'participated_any_of']],
  ])(
    'judges a participant who %s by each filter for completed and participated',
    async (_, moves, lets) => {
      const researcher = await makeResearcher(run.source);
      const first = await recruit(run, { researcher });
      const person = await makePerson(run.source);
      await on.takePart(first, person, ...moves);
      const answers: [string, number][] = [];
      for (const filter of earlierStudyFilters) {
        const next: RecruitingStudy = await recruit(run, {
          researcher,
          ...rule(filter, first.study_id),
        });
        answers.push([filter, (await on.enrol(next, person)).status]);
      }
      expect(answers).toEqual(
        earlierStudyFilters.map((filter) => [filter, lets.includes(filter) ? 201 : 403]),
      );
    },
  );

  it.each(earlierStudyFilters)(
    'accepts only studies of the same researcher, and reveals no names of an anonymous study: %s',
    async (filter) => {
      const researcher = await makeResearcher(run.source);
      const theirs = await recruit(run);
      const own = await recruit(run, { researcher });
      const make = (study: string, privacy_level: string) =>
        on.send('post', '/api/studies/', researcher, {
          ...newStudy,
          privacy_level,
          ...rule(filter, study),
        });
      expect(errorCodeOf(await make(theirs.study_id, 'anonymous'))).toBe('not_found');
      expect(errorCodeOf(await make(own.study_id, 'roster_on_completion'))).toBe('would_reveal');
      expect((await make(own.study_id, 'anonymous')).status).toBe(201);
      expect((await make(await makeStudy(run, researcher), 'roster_on_start')).status).toBe(201);
    },
  );

  const named = ['roster_on_completion', 'roster_on_start'] as const;
  it.each(named)(
    'is refused if it would reveal who left a study that shows names only after completion: %s',
    async (privacy_level) => {
      const researcher = await makeResearcher(run.source);
      const first = await recruit(run, { researcher, privacy_level: 'roster_on_completion' });
      const make = (filter: string, level: string = privacy_level) =>
        on.send('post', '/api/studies/', researcher, {
          ...newStudy,
          privacy_level: level,
          ...rule(filter, first.study_id),
        });
      for (const filter of ['participated_any_of', 'participated_none_of']) {
        expect(errorCodeOf(await make(filter))).toBe('would_reveal');
        expect((await make(filter, 'anonymous')).status).toBe(201);
        const other = await makeStudy(run, researcher, { privacy_level });
        expect(
          errorCodeOf(
            await on.send(
              'put',
              `/api/studies/${other}/`,
              researcher,
              rule(filter, first.study_id),
            ),
          ),
        ).toBe('would_reveal');
      }
      // A rule about people who completed the study is accepted, since the study shows their names
      // anyway.
      expect((await make('completed_any_of')).status).toBe(201);
    },
  );

  it('prevents a study from showing names after completion if another one would reveal who started', async () => {
    const researcher = await makeResearcher(run.source);
    const study_id = await makeStudy(run, researcher);
    const follower = await makeStudy(run, researcher, {
      privacy_level: 'roster_on_start',
      ...rule('participated_any_of', study_id),
    });
    await makeConsent(run, researcher, study_id);
    const create = (level: (typeof named)[number]) => on.create({ study_id, researcher }, level);
    expect(errorCodeOf(await create('roster_on_completion'))).toBe('would_reveal');
    await create('roster_on_start').expect(201);
    await on
      .send('put', `/api/studies/${follower}/`, researcher, rule('completed_any_of', study_id))
      .expect(200);
    const { _id } = await bodyOf<{ _id: string }>(create('roster_on_completion').expect(201));
    await on.launch(_id, researcher).expect(200);
  });
});
