import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../../contracts/base/events';
import { DeadlineEnforcer } from '../../../server/enrolment/deadlines/deadlines';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { SlotsConsumer } from '../../../server/slots/slots.consumer';
import { SlotsJob } from '../../../server/slots/slots.job';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { EventLog } from '../model/event-log';
import { slotRequestsOf, timeInDays, msUntilMorning, type SeatedPerson } from './booking';
import { eraseAccount } from '../accounts/deletion/erased';
import { readIcs } from './ics';

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

interface Case {
  r: RecruitingStudy;
  one: SeatedPerson;
  slot: string;
}
const job = () => new SlotsJob(run.app.get(UnitOfWork), clock).run();
const act = ({ person, id }: SeatedPerson, body: object) =>
  slots.ask('PUT', `/api/participations/${id}/`, person, body);
const decide = async ({ r }: Case, action: string, more: object = {}) => {
  const [line] = await slots.attendance(r);
  const answer = await slots.ask(
    'PUT',
    `/api/sessions/${r.session_id}/roster/${line?.entry ?? ''}/`,
    r.researcher,
    { action, ...more },
  );
  expect(answer.status).toBe(200);
};
const session = ({ r }: Case, body: object) =>
  slots.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, body);

/** The calendar entries that the participant gets by email: the template, and the status. */
type Learns = [template: string, status: string | undefined][];
const out = (template: string): Learns => [[template, 'CANCELLED']];

type Way = [way: string, does: (it: Case) => Promise<unknown>, learns: Learns, level?: string];
const ways: Way[] = [
  ['the participant gives the slot up', ({ one }) => slots.giveUp(one), out('slot-given-up')],
  [
    'the participant withdraws',
    ({ one }) => act(one, { action: 'withdraw' }),
    out('slot-given-up'),
  ],
  [
    'the participant declines the consent form',
    ({ one }) => act(one, { action: 'decline-consent' }),
    out('slot-given-up'),
  ],
  [
    'the researcher cancels the slot',
    ({ r, slot }) => slots.cancel(r, slot),
    out('slot-cancelled'),
  ],
  [
    'the researcher cancels the participation',
    (it) => decide(it, 'nullify', { reason: 'The room is flooded.' }),
    out('decided'),
  ],
  [
    'the researcher notes on the day, before the slot, that the participant does not come',
    async (it) => {
      clock.advance(msUntilMorning(run));
      await decide(it, 'no-show');
    },
    out('decided'),
    // This case uses an anonymous session, whose attendance list shows tags and days, but no times.
    'anonymous',
  ],
  [
    'the participant is screened out before the slot',
    async (it) => {
      await decide(it, 'attend');
      await decide(it, 'screen-out');
    },
    out('decided'),
  ],
  [
    'the run takes too long, before the slot',
    async (it) => {
      await decide(it, 'attend');
      clock.advance(days(2));
      await run.app.get(DeadlineEnforcer, { strict: false }).endOverdue();
    },
    out('timed-out'),
  ],
  [
    'the researcher’s account is erased',
    async ({ r }) => {
      await eraseAccount(run, r.researcher._id);
      await job();
    },
    out('slot-cancelled'),
  ],
  [
    'the consent form is withdrawn: no participant starts there any more',
    async ({ r }) => {
      const path = `/api/studies/${r.study_id}/consent/${r.consent._id}/`;
      const reason = 'The form names the wrong place.';
      const body = { state: 'invalid', reason };
      expect((await slots.ask('PUT', path, r.researcher, body)).status).toBe(200);
      const consumer = new SlotsConsumer(run.app.get(UnitOfWork), run.app.get(DataSource), clock);
      const [event]: DomainEvent<'studies.consent-withdrawn'>[] = await run.source.query(
        `SELECT id, name, data, '' AS at, NULL AS request_id FROM platform.outbox
         WHERE name = 'studies.consent-withdrawn' AND data->>'consent_id' = $1`,
        [r.consent._id],
      );
      if (event) await consumer.on[event.name](event);
      await job();
    },
    out('slot-cancelled'),
  ],
  [
    'the participant moves to another slot',
    async ({ r, one }) => slots.book(one, await slots.slot(r, { starts: timeInDays(run, 12) })),
    [['slot-moved', 'CONFIRMED']],
  ],
  [
    'the place changes',
    ({ r, slot }) => slots.change(r, slot, { place: 'Room 9' }),
    [['slot-changed', 'CONFIRMED']],
  ],
  // The next four cases do not end the participant's booking, and do not change its slot or place.
  // So the participant gets no email with a calendar file.
  ['there are more seats', ({ r, slot }) => slots.change(r, slot, { seats: 5 }), []],
  ['the session pauses', (it) => session(it, { state: 'paused' }), []],
  [
    'the session closes: those who booked come all the same',
    (it) => session(it, { state: 'closed' }),
    [],
  ],
  [
    'the participant comes and finishes',
    async (it) => {
      await decide(it, 'attend');
      await decide(it, 'conclude');
    },
    [],
  ],
  // The erased account has no address any more, so no email can be sent.
  ['the participant’s account is erased', ({ one }) => eraseAccount(run, one.person._id), []],
];

describe('The participant gets exactly the expected calendar emails when', () => {
  it.each(ways)('%s', async (...[, does, learns, privacy_level = 'roster_on_start']) => {
    const r = await slots.session({ privacy_level });
    const slot = await slots.slot(r, { place: 'Room 3', link: 'https://call.test/room' });
    const one = await slots.seated(r);
    const told = await EventLog.of(run, [r.session_id]);
    const to = () => one.person.email.toLowerCase();
    await slots.book(one, slot);
    await told.read(to);
    const [booked] = told.files(one.id);
    clock.advance(1_000);
    await does({ r, one, slot });
    await told.read(to);
    const [, ...files] = told.files(one.id);
    expect(files.map(({ template, ics }) => [template, readIcs(ics).events[0]?.STATUS])).toEqual(
      learns,
    );
    const before = readIcs(booked?.ics ?? '').events[0];
    for (const { ics } of files) {
      const { method, events } = readIcs(ics);
      const [event] = events;
      const ends = event?.STATUS === 'CANCELLED';
      expect(method).toBe(ends ? 'CANCEL' : 'PUBLISH');
      expect(event?.UID).toBe(before?.UID);
      expect(Number(event?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
      if (!ends) continue;
      expect(event?.DTSTART).toBe(before?.DTSTART);
      // The cancelled entry does not contain the place or the link: only participants who come
      // learn them.
      expect(ics).not.toMatch(/Room 3|call\.test/);
    }
    expect(told.wrong).toEqual([]);
  });
});
