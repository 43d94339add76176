import type { Participation } from '../../../../contracts/enrolment/participations';
import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { LeaseRemindersJob } from '../../../../server/enrolment/deadlines/lease-reminders.job';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { hours, minutes } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { makePerson, type TestPerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../direct-requests';
import { schedulingRequestsOf } from './scheduling';

let run: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
let change: ReturnType<typeof schedulingRequestsOf>['change'];
beforeAll(async () => {
  // This file has its own application: the tests move its clock, and a sweep ends every deadline in
  // the database.
  run = await startApp({ clock: new TestClock() });
  asking = injectedRequestsOf(run);
  ({ change } = schedulingRequestsOf(run));
});
afterAll(() => run.close());

const sweep = () => run.app.get(DeadlineEnforcer, { strict: false }).endOverdue();
const reminders = () => new LeaseRemindersJob(run.app.get(UnitOfWork), run.clock);
const mine = async (who: TestPerson) =>
  (await asking.ask<{ items: Participation[] }>('GET', '/api/participations/', who)).body.items[0];
const move = (id: string, who: TestPerson, action: string) =>
  asking.ask<{ code?: string; state?: string }>('PUT', `/api/participations/${id}/`, who, {
    action,
  });
/** Whole minutes until the deadline. */
const minutesLeft = async (who: TestPerson) =>
  Math.round(
    (Date.parse((await mine(who))?.due_at ?? '') - run.clock.now().getTime()) / minutes(1),
  );
const to = (r: RecruitingStudy, state: string) => change(r.session_id, r.researcher, { state });

describe('A session that its researcher pauses', () => {
  it('refuses starts and makes no offers, and its deadlines do not run', async () => {
    const r = await recruit(run, { capacity: 2, start_within_minutes: 120 });
    const [seated, leaving, waiting] = [
      await makePerson(run.source),
      await makePerson(run.source),
      await makePerson(run.source),
    ];
    const seat = (await asking.enrol(r, seated)).body;
    const other = (await asking.enrol(r, leaving)).body;
    await asking.ask('POST', `/api/sessions/${r.session_id}/participations/`, waiting, {
      consent: r.consent,
      waitlist: true,
    });
    await move(other._id, leaving, 'withdraw');
    const offer = await mine(waiting);
    expect(offer).toMatchObject({ state: 'offered', paused: false });
    run.clock.advance(minutes(30));
    await to(r, 'paused');
    run.clock.advance(hours(72));
    expect([await sweep(), await reminders().run()]).toEqual([0, 0]);
    expect(await mine(seated)).toMatchObject({ state: 'enrolled', paused: true, due_at: null });
    expect(await mine(waiting)).toMatchObject({ state: 'offered', paused: true, due_at: null });
    for (const answer of [
      await move(seat._id, seated, 'start'),
      await move(offer?._id ?? '', waiting, 'accept'),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'session_paused']);

    await to(r, 'active');
    expect(await mine(seated)).toMatchObject({ state: 'enrolled', paused: false });
    expect([await minutesLeft(seated), await minutesLeft(waiting)]).toEqual([90, 24 * 60 - 30]);
    expect((await move(seat._id, seated, 'start')).status).toBe(200);
    run.clock.advance(hours(24));
    expect(await sweep()).toBeGreaterThan(0);
    expect(await mine(waiting)).toMatchObject({ state: 'offer_expired' });
  });

  it('gives unused seats back their remaining time when it is closed', async () => {
    const r = await recruit(run, { capacity: 1, start_within_minutes: 60 });
    const person = await makePerson(run.source);
    const seat = (await asking.enrol(r, person)).body;
    run.clock.advance(minutes(50));
    await to(r, 'paused');
    run.clock.advance(hours(5));
    await to(r, 'closed');
    expect(await mine(person)).toMatchObject({ state: 'enrolled', paused: false });
    expect(await minutesLeft(person)).toBe(10);
    expect((await move(seat._id, person, 'start')).status).toBe(200);
  });

  it('gives back the time of the pause when its consent form is withdrawn', async () => {
    const r = await recruit(run, { capacity: 1, start_within_minutes: 60 });
    const person = await makePerson(run.source);
    await asking.enrol(r, person);
    run.clock.advance(minutes(50));
    await to(r, 'paused');
    run.clock.advance(hours(5));
    const form = `/api/studies/${r.study_id}/consent/${r.consent._id}/`;
    await asking.ask('PUT', form, r.researcher, { state: 'invalid', reason: 'A wrong address.' });
    await sweep();
    expect(await mine(person)).toMatchObject({
      state: 'enrolled',
      paused: false,
      consent_withdrawn: true,
    });
    expect(await minutesLeft(person)).toBe(10);
    run.clock.advance(minutes(11));
    await sweep();
    expect(await mine(person)).toMatchObject({ state: 'timed_out' });
  });
});
