import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../support/people/recruiting';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { injectedRequestsOf } from './direct-requests';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  asking = injectedRequestsOf(run);
});
afterAll(() => run.close());

const buttonFor = async (r: RecruitingStudy, who: TestPerson) =>
  (
    await asking.ask<{
      enrolment: { button: string; reasons: string[] };
    }>('GET', `/api/studies/${r.study_id}/`, who)
  ).body;

describe('A researcher who runs a study', () => {
  it('cannot enrol in that study or join its waitlist', async () => {
    const r = await recruit(run, { capacity: 1 });
    const own = await asking.enrol(r, r.researcher);
    expect(own).toMatchObject({ status: 403, body: { code: 'own_study' } });
    await asking.enrol(r, await makePerson(run.source));
    expect(await asking.enrol(r, r.researcher, { waitlist: true })).toMatchObject({
      status: 403,
      body: { code: 'own_study' },
    });
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 1,
      waitlisted: 0,
    });
  });

  it('reads at the enrol button that the study is their own, before any other reason', async () => {
    const r = await recruit(run, { eligibility: [{ filter: 'age', range: { lower: 30 } }] });
    expect(await buttonFor(r, r.researcher)).toMatchObject({
      own: true,
      enrolment: { button: 'not_eligible', reasons: ['own_study'], participation_id: null },
    });
  });

  it('can enrol in the studies of others', async () => {
    const [r, other] = [await recruit(run), await makeResearcher(run.source)];
    expect(await buttonFor(r, other)).toMatchObject({ enrolment: { button: 'enroll_now' } });
    expect((await asking.enrol(r, other)).status).toBe(201);
  });

  it('keeps a seat from before they became the owner, and cannot enrol after leaving it', async () => {
    const r = await recruit(run);
    const heir = await makeResearcher(run.source);
    const { body } = await asking.enrol(r, heir);
    await run.source.query(`UPDATE research.study SET owner_id = $2 WHERE id = $1`, [
      r.study_id,
      heir._id,
    ]);
    expect(await buttonFor(r, heir)).toMatchObject({ enrolment: { button: 'enrolled' } });
    expect(await asking.enrol(r, heir)).toMatchObject({ status: 200, body: { _id: body._id } });
    await asking.transition(body._id, heir, 'withdraw');
    expect((await asking.enrol(r, heir)).body).toMatchObject({ code: 'own_study' });
    expect((await asking.enrol(r, r.researcher)).status).toBe(201);
  });
});
