import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../../contracts/base/events';
import { hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import {
  sessionsWithPromotedReserves,
  recordPromotedReserves,
} from '../../../server/slots/bookings/promoted-reserves';
import { SlotsConsumer } from '../../../server/slots/slots.consumer';
import { SlotsJob } from '../../../server/slots/slots.job';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import { makePeople } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { EventLog } from '../model/event-log';
import { slotRequestsOf, timeInDays, type SeatedPerson } from './booking';
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

const work = () => run.app.get(UnitOfWork);
const job = () => new SlotsJob(work(), clock).run();
const withdraw = ({ person, id }: SeatedPerson) =>
  slots.ask('PUT', `/api/participations/${id}/`, person, { action: 'withdraw' });
const nullify = ({ r, id }: SeatedPerson) =>
  slots.ask('PUT', `/api/participations/${id}/`, r.researcher, {
    action: 'nullify',
    reason: 'The room is flooded.',
  });
/** Runs the workers' reaction to the events of participations that ended in this session. */
const consume = async (r: RecruitingStudy) => {
  const events: DomainEvent<'enrolment.participant-left' | 'enrolment.participant-decided'>[] =
    await run.source.query(
      `SELECT id, name, data, '' AS at, NULL AS request_id FROM platform.outbox
     WHERE data->>'session_id' = $1
       AND name IN ('enrolment.participant-left', 'enrolment.participant-decided')`,
      [r.session_id],
    );
  const { on } = new SlotsConsumer(work(), run.app.get(DataSource), clock);
  for (const event of events) await on[event.name](event);
};

/** Makes a slot whose one seat is taken, and two participants in reserve, in their order. */
async function full(slot: object = {}) {
  const r = await slots.session({ privacy_level: 'roster_on_start' });
  const id = await slots.slot(r, { reserve_seats: 2, ...slot });
  const [a, b, c] = [await slots.seated(r), await slots.seated(r), await slots.seated(r)];
  await slots.book(a, id);
  await slots.book(b, id, true);
  await slots.book(c, id, true);
  const told = await EventLog.of(run, [r.session_id]);
  const mails = async ({ id: one }: SeatedPerson) => {
    await told.read(() => undefined);
    return told.written(one);
  };
  return { r, id, a, b, c, told, mails };
}

type Full = Awaited<ReturnType<typeof full>>;
/**
 * Acts that free a seat. If the act ends a participation, the workers' reaction (`consume`) or the
 * job sends the email to the reserve. All other acts send the email themselves.
 */
const ways: [way: string, frees: (it: Full) => Promise<unknown>][] = [
  ['gives the slot up', ({ a }) => slots.giveUp(a)],
  [
    'moves elsewhere',
    async ({ r, a }) => slots.book(a, await slots.slot(r, { starts: timeInDays(run, 12) })),
  ],
  ['withdraws', async ({ r, a }) => [await withdraw(a), await consume(r)]],
  ['is nullified', async ({ r, a }) => [await nullify(a), await consume(r)]],
  ['is erased', async ({ r, a }) => [await erase(a), await consume(r)]],
  ['stays, and there is one seat more', ({ r, id }) => slots.change(r, id, { seats: 2 })],
  // The server died before its workers handled the event.
  ['withdraws, and only the job is left', async ({ a }) => [await withdraw(a), await job()]],
];
const erase = ({ person }: SeatedPerson) => eraseAccount(run, person._id);

describe('The first reserve gets one email immediately when the participant with the seat', () => {
  it.each(ways)('%s', async (_way, frees) => {
    const it = await full();
    clock.advance(1_000);
    await frees(it);
    const [mail] = await it.mails(it.b);
    expect(mail?.content.subject).toBe('You have a seat: Attention and memory');
    expect(mail?.content.text).toContain('you no longer come as a reserve');
    const { method, events } = readIcs(mail?.attachment?.content ?? '');
    expect([method, events[0]?.STATUS]).toEqual(['PUBLISH', 'CONFIRMED']);
    expect(events[0]?.SUMMARY).toBe('Attention and memory');
    await consume(it.r);
    await job();
    expect(await it.mails(it.b)).toHaveLength(1);
    expect(await it.mails(it.c)).toEqual([]);
    expect((await slots.choice(it.c)).booking?.reserve).toBe(true);
  });
});

describe('The email to a reserve', () => {
  it('says that the person comes as a reserve, and has a tentative calendar entry', async () => {
    const r = await slots.session();
    const id = await slots.slot(r, { reserve_seats: 1 });
    const [a, b] = [await slots.seated(r), await slots.seated(r)];
    const told = await EventLog.of(run, [r.session_id]);
    await slots.book(a, id);
    await slots.book(b, id, true);
    await told.read(() => undefined);
    const [file] = told.files(b.id);
    clock.advance(1_000);
    await slots.giveUp(a);
    await told.read(() => undefined);
    const [, later] = told.files(b.id);
    const [before, after] = [file, later].map((one) => readIcs(one?.ics ?? '').events[0]);
    expect([before?.STATUS, after?.STATUS]).toEqual(['TENTATIVE', 'CONFIRMED']);
    expect(after?.UID).toBe(before?.UID);
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
  });

  it('is considered after an ended participation only in a session where a reserve moved up', async () => {
    const it = await full();
    const other = await slots.session();
    await withdraw(it.c);
    const asked = async () => [
      ...(await sessionsWithPromotedReserves(run.source.manager, [
        it.r.session_id,
        other.session_id,
      ])),
    ];
    // If no participant moved up, the reaction to an event opens no transaction.
    expect(await asked()).toEqual([]);
    await withdraw(it.a);
    expect(await asked()).toEqual([it.r.session_id]);
    await consume(it.r);
    expect(await asked()).toEqual([]);
    expect(await it.mails(it.b)).toHaveLength(1);
  });

  it('is not sent if the reserve left or moved meanwhile, or if the slot has begun', async () => {
    const left = await full();
    await slots.giveUp(left.a);
    await withdraw(left.b);
    await consume(left.r);
    const subjects = (await left.mails(left.b)).map(({ content }) => content.subject);
    expect(subjects).toEqual(['Your slot is off: Attention and memory']);
    expect((await left.mails(left.c)).map(({ content }) => content.subject)).toEqual([
      'You have a seat: Attention and memory',
    ]);
    const moved = await full();
    await slots.giveUp(moved.a);
    await slots.book(moved.b, await slots.slot(moved.r, { starts: timeInDays(run, 12) }));
    const told = (await moved.mails(moved.b)).map(({ content }) => content.subject);
    expect(told).toEqual(['Your slot has moved: Attention and memory']);
    const late = await full();
    await withdraw(late.a);
    clock.advance(Date.parse(`${timeInDays(run, 10)}:00Z`) - clock.now().getTime() + 60_000);
    await job();
    expect(await late.mails(late.b)).toEqual([]);
  });

  it('is sent once to each reserve, also by many concurrent runs', async () => {
    const r = await slots.session({ capacity: 60 });
    const id = await slots.slot(r, { seats: 1, reserve_seats: 40 });
    const all = await Promise.all(
      (await makePeople(run.source, 30)).map((person) => slots.seated(r, person)),
    );
    for (const one of all) await slots.book(one, id, true);
    await run.source.query(
      `UPDATE research.booking SET is_moved_up = true WHERE slot_id = $1 AND reserve_no IS NOT NULL`,
      [id],
    );
    const told = await Promise.all(
      Array.from({ length: 6 }, () =>
        work().run((tx) => recordPromotedReserves(tx, r.session_id, 7)),
      ),
    );
    const rest = await work().run((tx) => recordPromotedReserves(tx, r.session_id));
    expect(told.reduce((sum, n) => sum + n, rest)).toBe(29);
    const rows: { n: number }[] = await run.source.query(
      `SELECT count(DISTINCT data->>'participation_id')::integer AS n FROM platform.outbox
       WHERE name = 'slots.moved-up' AND data->>'session_id' = $1`,
      [r.session_id],
    );
    expect(rows[0]?.n).toBe(29);
  });
});

describe('The email about a moved slot', () => {
  it('gives the former and the new time, in the time zone of the participant if it is known', async () => {
    const r = await slots.session();
    const zone = 'Europe/Berlin';
    const first = await slots.slot(r, { starts: '2027-03-27T10:00', zone });
    const second = await slots.slot(r, { starts: '2027-03-29T10:00', zone });
    const one = await slots.seated(r);
    const told = await EventLog.of(run, [r.session_id]);
    await slots.book(one, first);
    await slots.book(one, second);
    await told.read(() => undefined);
    const [, there] = told.written(one.id);
    expect(there?.content.subject).toBe('Your slot has moved: Attention and memory');
    const plain = (text = '') => text.replace(/\s+/g, ' ');
    expect(plain(there?.content.text)).toContain(
      'Your slot has moved from Saturday, 27 March 2027, 10:00–11:00 (Europe/Berlin) ' +
        'to Monday, 29 March 2027, 10:00–11:00 (Europe/Berlin).',
    );
    expect(there?.content.text).not.toContain('By your clock');
    await run.source.query(
      `INSERT INTO identity.notice_preference (account_id, zone) VALUES ($1, 'America/New_York')`,
      [one.person._id],
    );
    await run.source.query(`UPDATE identity.account SET language = 'de' WHERE id = $1`, [
      one.person._id,
    ]);
    await slots.book(one, first);
    await told.read(() => undefined);
    const own = told.written(one.id)[2];
    expect(own?.content.subject).toBe('Ihr Termin wurde verlegt: Attention and memory');
    // Between the two slots Berlin changes to summer time; New York had changed before.
    expect(plain(own?.content.text)).toContain(
      'von Montag, 29. März 2027, 04:00–05:00 Uhr (America/New_York) auf Samstag, 27. März 2027, 05:00–06:00 Uhr (America/New_York).',
    );
    expect(plain(own?.content.text)).toContain('Nach Ihrer Uhr');
    expect(plain(own?.content.text)).toContain('10:00–11:00 Uhr (Europe/Berlin)');
    clock.advance(hours(1));
  });
});

describe('The record of a former booking', () => {
  const former = async (...ids: string[]): Promise<number> => {
    const rows: unknown[] = await run.source.query(
      `SELECT 1 FROM research.former_booking WHERE participation_id = ANY($1::uuid[])`,
      [ids],
    );
    return rows.length;
  };

  it('is deleted with the account, however the booking ended', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const elsewhere = await slots.session();
    const third = await slots.session();
    const [gaveUp, other] = [await slots.seated(r), await slots.seated(r)];
    const { person } = gaveUp;
    const left = await slots.seated(elsewhere, person);
    const holds = await slots.seated(third, person);
    const slot = await slots.slot(r, { seats: 2 });
    for (const each of [gaveUp, other]) await slots.book(each, slot);
    await slots.book(left, await slots.slot(elsewhere, { starts: timeInDays(run, 11) }));
    const held = await slots.slot(third, { starts: timeInDays(run, 12) });
    await slots.book(holds, held);
    for (const each of [gaveUp, other]) await slots.giveUp(each);
    await withdraw(left);
    const own = [gaveUp.id, left.id, holds.id];
    expect(await former(...own, other.id)).toBe(3);
    await erase(gaveUp);
    expect(await former(...own)).toBe(0);
    expect(await slots.counts(third, held)).toEqual([0, 0]);
    // Other participants keep their bookings.
    expect(await former(other.id)).toBe(1);
  });
});
