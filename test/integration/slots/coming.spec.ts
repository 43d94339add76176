import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { LeaseRemindersJob } from '../../../server/enrolment/deadlines/lease-reminders.job';
import { days, hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { slotMails } from '../../../server/slots/mails/slot.mail';
import { SlotsJob } from '../../../server/slots/slots.job';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import { writeParticipationMail } from '../enrolment/written-mail';
import { eraseAccount } from '../accounts/deletion/erased';
import { slotRequestsOf, timeInDays, type SeatedPerson } from './booking';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  // This file has its own clock, which the tests move.
  run = await sharedApp({ clock });
  slots = slotRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

/** Moves the clock to this time (UTC), plus these milliseconds. */
const toTime = (time: string, more: number) =>
  clock.advance(Date.parse(`${time}:00Z`) + more - clock.now().getTime());
const sweep = () => run.app.get(DeadlineEnforcer, { strict: false }).endOverdue();
const slotsJob = () => new SlotsJob(run.app.get(UnitOfWork), clock).run();
const mine = async ({ person, id }: SeatedPerson) => {
  const { body } = await slots.ask<{
    items: { _id: string; state: string; due_at: string | null; by_appointment: boolean }[];
  }>('GET', '/api/participations/', person);
  const found = body.items.find((one) => one._id === id);
  if (!found) throw new Error('not in the history');
  return found;
};
const act = ({ person, id }: SeatedPerson, action: string) =>
  slots.ask('PUT', `/api/participations/${id}/`, person, { action });
const recorded = async (name: string, one: SeatedPerson): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::integer AS n FROM platform.outbox WHERE name = $1 AND data->>'participation_id' = $2`,
    [name, one.id],
  );
  return row?.n ?? 0;
};
const mail = (
  template: string,
  name: Parameters<typeof writeParticipationMail>[3],
  { r, id }: SeatedPerson,
  more: object = {},
) => writeParticipationMail(run, slotMails, template, name, r, id, more);

/** Makes a participant with a booking. */
async function booked(session: object = {}, slot: object = {}) {
  const r = await slots.session(session);
  const id = await slots.slot(r, slot);
  const one = await slots.seated(r);
  expect((await slots.book(one, id)).status).toBe(200);
  return { r, one, id };
}

describe('A participant who has booked', () => {
  it('keeps the seat until the slot, however soon an unused seat would end; after cancelling, a deadline counts', async () => {
    const { r, one } = await booked({ start_within_minutes: 60 });
    const without = await slots.seated(r);
    expect((await mine(one)).due_at).toBeNull();
    clock.advance(hours(2));
    await sweep();
    expect([(await mine(one)).state, (await mine(without)).state]).toEqual([
      'enrolled',
      'timed_out',
    ]);
    await slots.giveUp(one);
    // After cancelling, the participant has one day to book another slot, although the original
    // deadline of the seat is over.
    const due = Date.parse((await mine(one)).due_at ?? '');
    expect(Math.abs(due - clock.now().getTime() - hours(24))).toBeLessThan(60_000);
    clock.advance(hours(25));
    await sweep();
    expect((await mine(one)).state).toBe('timed_out');
  });

  it('gets no reminder of an unused seat', async () => {
    const { one } = await booked({ start_within_minutes: 1440 });
    clock.advance(hours(23));
    await new LeaseRemindersJob(run.app.get(UnitOfWork), clock).run();
    expect(await recorded('enrolment.lease-ending', one)).toBe(0);
  });

  it('keeps the seat for a week after the slot if no researcher records attendance', async () => {
    const { one } = await booked();
    clock.advance(days(16));
    await slotsJob();
    await sweep();
    expect((await mine(one)).state).toBe('enrolled');
    clock.advance(days(3));
    await slotsJob();
    await sweep();
    expect((await mine(one)).state).toBe('timed_out');
  });

  it('is reminded once, the day before, in the slot’s time zone, unless the booking was made on that day', async () => {
    const starts = timeInDays(run, 10);
    const { one } = await booked({}, { place: 'Room 7', zone: 'Asia/Kolkata', starts });
    await slotsJob();
    expect(await recorded('slots.slot-ahead', one)).toBe(0);
    // The clock is set relative to the slot, so the test works at any hour of the day.
    const until = Date.parse(`${starts}:00+05:30`) - clock.now().getTime();
    clock.advance(until - hours(25));
    await slotsJob();
    expect(await recorded('slots.slot-ahead', one)).toBe(0);
    clock.advance(hours(2));
    await slotsJob();
    await slotsJob();
    expect(await recorded('slots.slot-ahead', one)).toBe(1);
    const written = await mail('slot-ahead', 'slots.slot-ahead', one);
    expect(written?.content.text).toContain('10:00');
    expect(written?.content.text).toContain('(Asia/Kolkata)');
    expect(written?.content.text).toContain('Room 7');
    const late = await booked({}, { starts: timeInDays(run, 1, '23:55') });
    await slotsJob();
    expect(await recorded('slots.slot-ahead', late.one)).toBe(0);
  });

  it('gets an email when the place changes or the slot is cancelled, keeps the seat and can choose another slot', async () => {
    const { r, one, id } = await booked();
    await slots.ask('PUT', `/api/slots/${id}/`, r.researcher, { place: 'Room 9' });
    expect(await recorded('slots.slot-changed', one)).toBe(1);
    const changed = await mail('slot-changed', 'slots.slot-changed', one);
    expect(changed?.content.text).toContain('Room 9');
    await slots.ask('PUT', `/api/slots/${id}/`, r.researcher, { seats: 5 });
    expect(await recorded('slots.slot-changed', one)).toBe(1);
    expect((await slots.cancel(r, id)).status).toBe(204);
    expect(await recorded('slots.slot-cancelled', one)).toBe(1);
    const told = await mail('slot-cancelled', 'slots.slot-cancelled', one, { slot_id: id });
    expect(told?.content.subject).toBe('Your slot was cancelled: Attention and memory');
    // An event that is handled late finds no booking, and sends no email.
    expect(await mail('slot-ahead', 'slots.slot-ahead', one)).toBeNull();
    expect((await mine(one)).state).toBe('enrolled');
    expect((await mine(one)).due_at).not.toBeNull();
    const other = await slots.slot(r, { starts: timeInDays(run, 12) });
    expect((await slots.book(one, other)).status).toBe(200);
    // The calendar entry is now about the other slot, so no cancellation may be sent.
    const late = await mail('slot-cancelled', 'slots.slot-cancelled', one, { slot_id: id });
    expect(late).toBeNull();
  });

  it('is released from a cancelled slot by the next run of the job if the server died after the cancellation', async () => {
    const { one, id } = await booked();
    await run.source.query(`UPDATE research.slot SET cancelled = true WHERE id = $1`, [id]);
    await slotsJob();
    expect((await slots.choice(one)).booking).toBeNull();
    expect(await recorded('slots.slot-cancelled', one)).toBe(1);
  });

  it('has stored booking times only until the slot is over', async () => {
    const { one } = await booked();
    const times = async (): Promise<number> => {
      const rows: unknown[] = await run.source.query(
        `SELECT 1 FROM research.booked_time WHERE participation_id = $1`,
        [one.id],
      );
      return rows.length;
    };
    expect(await times()).toBe(12);
    clock.advance(days(11));
    await slotsJob();
    expect(await times()).toBe(0);
  });

  it('frees the seat in the slot when the account is deleted', async () => {
    const { r, one, id } = await booked();
    await eraseAccount(run, one.person._id);
    expect(await slots.counts(r, id)).toEqual([0, 0]);
    const left: unknown[] = await run.source.query(
      `SELECT 1 FROM research.booking b LEFT JOIN research.booked_time t USING (participation_id)
       WHERE b.participation_id = $1`,
      [one.id],
    );
    expect(left).toEqual([]);
  });
});

describe('Attendance at a slot', () => {
  it('is recorded by the researcher with the participant’s tag, at every privacy level', async () => {
    for (const privacy_level of ['anonymous', 'roster_on_start']) {
      const { r, one } = await booked({ privacy_level });
      const { tag } = await slots.choice(one);
      const line = (await slots.attendance(r)).find((each) => each.tag === tag);
      if (!line) throw new Error('not on the list');
      expect((await slots.decide(r, line.entry, 'attend')).body.state).toBe('started');
      expect((await slots.decide(r, line.entry, 'attend')).status).toBe(200);
      expect((await slots.decide(r, line.entry, 'conclude')).body.state).toBe('completed');
      expect((await slots.attendance(r))[0]?.state).toBe('completed');
    }
  });

  it('is recorded by the researcher only: the participant can neither start nor complete by a click', async () => {
    const { r, one } = await booked();
    expect((await mine(one)).by_appointment).toBe(true);
    expect((await act(one, 'start')).body.code).toBe('illegal_transition');
    expect((await act(one, 'attend')).status).toBe(403);
    const [line] = await slots.attendance(r);
    await slots.decide(r, line?.entry ?? '', 'attend');
    expect((await act(one, 'complete')).body.code).toBe('illegal_transition');
  });

  it('cannot be recorded for a study that runs elsewhere', async () => {
    const r = await slots.session({
      runtime: { kind: 'external', url: 'https://elsewhere.test/' },
      privacy_level: 'roster_on_start',
    });
    const one = await slots.seated(r);
    const attend = await slots.ask('PUT', `/api/participations/${one.id}/`, r.researcher, {
      action: 'attend',
    });
    expect(attend.body.code).toBe('illegal_transition');
    expect((await act(one, 'start')).status).toBe(200);
  });

  it('shows a participant who did not come as absent on the list of expected participants', async () => {
    const { r, one } = await booked();
    const [line] = await slots.attendance(r);
    clock.advance(days(11));
    expect((await slots.decide(r, line?.entry ?? '', 'no-show')).body.state).toBe('no_show');
    expect((await slots.attendance(r))[0]?.state).toBe('no_show');
    expect((await mine(one)).state).toBe('no_show');
  });

  it('is recorded as absence only after the slot has begun, for one participant, or for all of several or none', async () => {
    const { r, one } = await booked({ privacy_level: 'roster_on_start' });
    const without = await slots.seated(r);
    const { tag } = await slots.choice(one);
    const free = await slots.choice(without);
    const [line] = await slots.attendance(r);
    const alone = () => slots.decide(r, line?.entry ?? '', 'no-show');
    const several = () =>
      slots.ask<{ decided: number }>(
        'POST',
        `/api/sessions/${r.session_id}/decisions/`,
        r.researcher,
        {
          decisions: [free.tag, tag].map((one) => ({ tag: one, decision: { action: 'no-show' } })),
        },
      );
    const begins = timeInDays(run, 10);
    toTime(begins, -600_000);
    const refused = await slots.ask<{ description: string }>(
      'PUT',
      `/api/participations/${one.id}/`,
      r.researcher,
      { action: 'no-show' },
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_ahead']);
    expect(refused.body.description).toContain(`${begins.replace('T', ' ')} (UTC)`);
    expect((await alone()).body.code).toBe('slot_ahead');
    const { status, body } = await several();
    expect([status, body.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'decisions.1.tag', code: 'slot_ahead' })],
    ]);
    expect([(await mine(one)).state, (await mine(without)).state]).toEqual([
      'enrolled',
      'enrolled',
    ]);
    toTime(begins, 0);
    expect((await several()).body.decided).toBe(2);
    expect((await alone()).body.state).toBe('no_show');
  });

  it('is recorded as absence on the slot’s day if the list shows days only, and errors reveal no slot', async () => {
    const early = { starts: timeInDays(run, 10, '06:00') };
    const { r } = await booked({ privacy_level: 'anonymous' }, early);
    await slots.book(
      await slots.seated(r),
      await slots.slot(r, { starts: timeInDays(run, 10, '20:00') }),
    );
    const lines = await slots.attendance(r);
    const day = timeInDays(run, 10).slice(0, 10);
    const answers = () => Promise.all(lines.map(({ entry }) => slots.decide(r, entry, 'no-show')));
    toTime(timeInDays(run, 9, '09:00'), 0);
    const refused = await answers();
    expect(refused.map(({ body }) => body.code)).toEqual(['slot_ahead', 'slot_ahead']);
    for (const { body } of refused) expect(JSON.stringify(body)).toMatch(`from ${day} on`);
    toTime(`${day}T05:00`, 0);
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
  });
});
