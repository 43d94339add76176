import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { errorCodeOf, privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { makeConsent, makeStudy, newStudy } from '../studies/fixtures';

describe('An id in upper case', () => {
  let run: RunningApp;
  let on: ReturnType<typeof privacyLevelRequestsOf>;
  beforeAll(async () => {
    run = await sharedApp();
    on = privacyLevelRequestsOf(run);
  });
  afterAll(() => run.close());
  const rule = (filter: string, study: string) => ({
    eligibility: [{ filter, studies: [study.toUpperCase()] }],
  });

  it('in an eligibility rule means the same study: it admits or excludes those who completed it', async () => {
    const researcher = await makeResearcher(run.source);
    const first = await recruit(run, { researcher });
    const person = await makePerson(run.source);
    await on.takePart(first, person, 'start', 'complete');
    const follow = (filter: string) =>
      recruit(run, { researcher, ...rule(filter, first.study_id) });
    await on.enrol(await follow('completed_any_of'), person).expect(201);
    expect(errorCodeOf(await on.enrol(await follow('completed_none_of'), person))).toBe(
      'not_eligible',
    );
  });

  it('in the rule of a named follow-up still blocks the anonymous launch of the study that the rule names', async () => {
    const researcher = await makeResearcher(run.source);
    const study_id = await makeStudy(run, researcher);
    await makeConsent(run, researcher, study_id);
    const { _id } = await bodyOf<{ _id: string }>(
      on.create({ study_id, researcher }, 'anonymous').expect(201),
    );
    const named = { ...newStudy, privacy_level: 'roster_on_start' };
    await on
      .send('post', '/api/studies/', researcher, {
        ...named,
        ...rule('completed_any_of', study_id),
      })
      .expect(201);
    expect(errorCodeOf(await on.launch(_id, researcher))).toBe('would_reveal');
  });

  it('in a path opens the same roster, with the same tags', async () => {
    const r = await recruit(run, { capacity: 5 });
    for (let i = 0; i < 2; i++) await on.takePart(r, await makePerson(run.source));
    const tags = async (session_id: string) =>
      (await on.roster({ ...r, session_id })).map(({ tag }) => tag);
    expect(await tags(r.session_id.toUpperCase())).toEqual(await tags(r.session_id));
  });

  it('in a path shows the same enrolment state to a participant', async () => {
    const r = await recruit(run, { capacity: 5 });
    const person = await makePerson(run.source);
    await on.takePart(r, person);
    const button = async (study: string) =>
      (
        await bodyOf<{ enrolment: { state: string } }>(
          run.http().get(`/api/studies/${study}/`).set(person.headers).expect(200),
        )
      ).enrolment;
    expect(await button(r.study_id.toUpperCase())).toEqual(await button(r.study_id));
  });
});
