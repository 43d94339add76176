import { LeaseRemindersJob } from '../../../../server/enrolment/deadlines/lease-reminders.job';
import { hours, minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { participationRequestsOf } from './ends';

let run: RunningApp;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
  ends = participationRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

describe('A participant who loses a seat or a waitlist place', () => {
  it('gets an email about the end of the waitlist, not about a missed offer, when the session closes', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [seated, waiting] = await ends.two();
    await ends.enrol(r, seated);
    const id = (await ends.enrol(r, waiting, { waitlist: true })).body._id;
    await ends.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, { state: 'closed' });
    expect(await ends.mine(waiting, id)).toMatchObject({
      state: 'offer_expired',
      reason: 'session_closed',
    });
    const written = await ends.mail('wait-ended', 'enrolment.participant-left', r, id);
    expect(written?.content.subject).toContain('The waiting list has ended');
  });

  it('gets an email with a different text when an offer expires', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [seated, waiting] = await ends.two();
    const seat = (await ends.enrol(r, seated)).body._id;
    const id = (await ends.enrol(r, waiting, { waitlist: true })).body._id;
    await ends.act(seat, seated, { action: 'withdraw' });
    clock.advance(hours(25));
    await ends.sweep();
    expect(await ends.mine(waiting, id)).toMatchObject({ state: 'offer_expired', reason: null });
    const written = await ends.mail('wait-ended', 'enrolment.participant-left', r, id);
    expect(written?.content.subject).toContain('The place went to somebody else');
  });

  it('gets an email when the time runs out, before the start or after it', async () => {
    const r = await recruit(run, { start_within_minutes: 180, maximum_minutes: 60 });
    const [late, slow] = await ends.two();
    const [lateId, slowId] = [
      (await ends.enrol(r, late)).body._id,
      (await ends.enrol(r, slow)).body._id,
    ];
    await ends.act(slowId, slow, { action: 'start' });
    clock.advance(hours(4));
    await ends.sweep();
    const texts = await Promise.all(
      [lateId, slowId].map((id) => ends.mail('timed-out', 'enrolment.participant-left', r, id)),
    );
    expect(texts[0]?.content.text).toContain('You did not start this study in time');
    expect(texts[1]?.content.text).toContain('over before it was finished');
  });

  it('gets no email about an ended seat after enrolling a second time', async () => {
    const r = await recruit(run, { start_within_minutes: 180 });
    const person = await makePerson(run.source);
    const id = (await ends.enrol(r, person)).body._id;
    clock.advance(hours(4));
    await ends.sweep();
    expect((await ends.enrol(r, person)).body).toMatchObject({ _id: id, state: 'enrolled' });
    expect(await ends.mail('timed-out', 'enrolment.participant-left', r, id)).toBeNull();
  });
});

describe('A reminder of an unused seat', () => {
  const remind = () => new LeaseRemindersJob(run.app.get(UnitOfWork), clock).run();
  const reminders = async (id: string): Promise<number> => {
    const [row]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM platform.outbox
       WHERE name = 'enrolment.lease-ending' AND data->>'participation_id' = $1`,
      [id],
    );
    return row?.n ?? 0;
  };

  it('is sent once, when a quarter of the time for which the seat is kept is left', async () => {
    const r = await recruit(run, { start_within_minutes: 48 * 60 });
    const person = await makePerson(run.source);
    const id = (await ends.enrol(r, person)).body._id;
    clock.advance(hours(36) - minutes(1));
    await remind();
    expect(await reminders(id)).toBe(0);
    clock.advance(minutes(2));
    // Two workers run concurrently.
    await Promise.all([remind(), remind()]);
    await remind();
    expect(await reminders(id)).toBe(1);
    const written = await ends.mail('lease-ending', 'enrolment.lease-ending', r, id);
    expect(written?.content.subject).toContain('Your place ends soon');
  });

  it('is sent an hour before the end of a seat kept for a short time, and not at all if that is most of the time', async () => {
    const person = await makePerson(run.source);
    const ids: string[] = [];
    for (const start_within_minutes of [120, 90]) {
      const r = await recruit(run, { start_within_minutes });
      ids.push((await ends.enrol(r, person)).body._id);
    }
    await remind();
    expect(await Promise.all(ids.map(reminders))).toEqual([0, 0]);
    clock.advance(minutes(61));
    await remind();
    expect(await Promise.all(ids.map(reminders))).toEqual([1, 0]);
  });

  it('is sent for the new deadline of a participant who enrolled a second time, and not to one who started', async () => {
    const r = await recruit(run, { start_within_minutes: 180, capacity: 3 });
    const [back, started] = await ends.two();
    const id = (await ends.enrol(r, back)).body._id;
    const other = (await ends.enrol(r, started)).body._id;
    await ends.act(other, started, { action: 'start' });
    clock.advance(hours(2.5));
    await remind();
    await ends.act(id, back, { action: 'withdraw' });
    await ends.enrol(r, back);
    clock.advance(hours(2.5));
    await remind();
    expect(await Promise.all([id, other].map(reminders))).toEqual([2, 0]);
  });
});
