/** @lane quick */
import { enrolmentLimits } from '../../../../contracts/enrolment/limits';
import { days } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import { makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { participationRequestsOf } from './ends';

/**
 * Uses a study of kind "notes": its participants start, and its researcher records who completed.
 */
describe('The recording of a completion by the researcher', () => {
  const clock = new TestClock();
  let run: RunningApp;
  let ends: ReturnType<typeof participationRequestsOf>;
  beforeAll(async () => {
    run = await sharedApp({ clock });
    ends = participationRequestsOf(run);
  });
  afterEach(() => clock.reset());
  afterAll(() => run.close());

  const concluded = (more: object = {}) =>
    recruit(run, {
      privacy_level: 'roster_on_start',
      runtime: { kind: 'notes', completes: 'researcher' },
      maximum_minutes: 30,
      ...more,
    });
  const started = async (r: RecruitingStudy): Promise<{ person: TestPerson; id: string }> => {
    const person = await makePerson(run.source);
    const id = (await ends.enrol(r, person)).body._id;
    expect((await ends.act(id, person, { action: 'start' })).body.state).toBe('started');
    return { person, id };
  };
  const roster = async (r: RecruitingStudy) =>
    (
      await ends.ask<{
        items: { entry: string; tag: string; state: string; minutes: number | null }[];
      }>('GET', `/api/sessions/${r.session_id}/roster/`, r.researcher)
    ).body.items;
  const decide = (r: RecruitingStudy, entry: string, action: string) =>
    ends.ask('PUT', `/api/sessions/${r.session_id}/roster/${entry}/`, r.researcher, { action });

  it('is possible by the roster, while a click of the participant is refused', async () => {
    const r = await concluded();
    const { person, id } = await started(r);
    expect(await ends.act(id, person, { action: 'complete' })).toMatchObject({
      status: 409,
      body: { code: 'illegal_transition' },
    });
    expect(await ends.mine(person, id)).toMatchObject({
      state: 'started',
      researcher_concludes: true,
      by_appointment: false,
    });
    const [line] = await roster(r);
    expect((await decide(r, line?.entry ?? '', 'conclude')).status).toBe(200);
    expect((await ends.mine(person, id)).state).toBe('completed');
  });

  it('is possible for many participations in one request, but the researcher cannot start one for a participant', async () => {
    const r = await concluded({ capacity: 5 });
    const waiting = await makePerson(run.source);
    const { _id } = (await ends.enrol(r, waiting)).body;
    const [line] = await roster(r);
    expect((await decide(r, line?.entry ?? '', 'attend')).body.code).toBe('illegal_transition');
    await ends.act(_id, waiting, { action: 'start' });
    const others = [await started(r), await started(r)];
    const decisions = (await roster(r)).map(({ tag }) => ({
      tag,
      decision: { action: 'conclude' },
    }));
    const path = `/api/sessions/${r.session_id}/decisions/`;
    expect((await ends.ask('POST', path, r.researcher, { decisions })).body).toEqual({
      decided: 3,
      already: 0,
    });
    for (const { person, id } of [...others, { person: waiting, id: _id }])
      expect((await ends.mine(person, id)).state).toBe('completed');
  });

  it('is possible in an anonymous session on the day after the start, by the roster', async () => {
    const r = await concluded({ privacy_level: 'anonymous' });
    const { person, id } = await started(r);
    expect(await roster(r)).toEqual([]);
    clock.advance(days(1));
    const [line] = await roster(r);
    expect(line?.state).toBe('started');
    const decisions = [{ tag: line?.tag, decision: { action: 'conclude' } }];
    const path = `/api/sessions/${r.session_id}/decisions/`;
    expect(await ends.ask('POST', path, r.researcher, { decisions })).toMatchObject({
      status: 200,
      body: { decided: 1, already: 0 },
    });
    expect((await ends.mine(person, id)).state).toBe('completed');
    expect((await roster(r)).map(({ state }) => state)).toEqual(['completed']);
  });

  it('shows no minutes, since they would measure the researcher', async () => {
    const r = await concluded({ capacity: 6 });
    await Promise.all(Array.from({ length: 5 }, () => started(r)));
    const decisions = (await roster(r)).map(({ tag }) => ({
      tag,
      decision: { action: 'conclude' },
    }));
    await ends.ask('POST', `/api/sessions/${r.session_id}/decisions/`, r.researcher, { decisions });
    expect((await roster(r)).map(({ minutes }) => minutes)).toEqual([null, null, null, null, null]);
    const progress = await ends.ask<{ minutes: unknown }>(
      'GET',
      `/api/sessions/${r.session_id}/progress/`,
      r.researcher,
    );
    expect([progress.status, progress.body.minutes]).toEqual([200, null]);
  });

  it('has the days of a review as its deadline, not the maximum minutes of the study', async () => {
    const { person, id } = await started(await concluded());
    const left = async () =>
      Date.parse((await ends.mine(person, id)).due_at ?? '') - clock.now().getTime();
    expect(await left()).toBeGreaterThan(days(enrolmentLimits.reviewDays) - 60_000);
    expect(await left()).toBeLessThanOrEqual(days(enrolmentLimits.reviewDays));
    clock.advance((await left()) - 60_000);
    await ends.sweep();
    expect((await ends.mine(person, id)).state).toBe('started');
    clock.advance(60_000);
    await ends.sweep();
    expect((await ends.mine(person, id)).state).toBe('timed_out');
  });

  it('is refused in a study whose participants complete by a click', async () => {
    const r = await recruit(run, { privacy_level: 'roster_on_start' });
    const { person, id } = await started(r);
    const [line] = await roster(r);
    expect((await decide(r, line?.entry ?? '', 'conclude')).body.code).toBe('illegal_transition');
    expect((await ends.act(id, person, { action: 'complete' })).body.state).toBe('completed');
  });

  it('gives way to a click of the participant in an older launch that stored no runtime kind', async () => {
    const r = await recruit(run, { privacy_level: 'roster_on_start' });
    await run.source.query(
      `UPDATE research.session SET snapshot = snapshot || '{"runtime": null}' WHERE id = $1`,
      [r.session_id],
    );
    const { person, id } = await started(r);
    expect((await ends.act(id, person, { action: 'complete' })).body.state).toBe('completed');
  });
});
