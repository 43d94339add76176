import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../../contracts/base/events';
import { PurgeAccount } from '../../../server/processes/purge-account.command';
import { Deadlines } from '../../../server/enrolment/seats/deadlines';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { SlotsConsumer } from '../../../server/slots/slots.consumer';
import { SlotsJob } from '../../../server/slots/slots.job';
import { startApp, TestClock } from '../../support/app';
import type { RunningApp } from '../../support/launch-app';
import type { Recruiting } from '../../support/recruiting';
import { Told } from '../model/told';
import { bookingOf, inDays, type Seated } from './booking';
import { readIcs } from './ics';

let run: RunningApp;
let slots: ReturnType<typeof bookingOf>;
const clock = new TestClock();
beforeAll(async () => {
  // Sets the clock, and runs jobs and commands by their classes.
  run = await startApp({ clock });
  slots = bookingOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

interface Case {
  r: Recruiting;
  one: Seated;
  slot: string;
}
const job = () => new SlotsJob(run.app.get(UnitOfWork), clock).run();
const purge = async (id: string) => {
  await run.source.query(
    `UPDATE identity.account SET deletion_at = now() - interval '1 minute' WHERE id = $1`,
    [id],
  );
  expect(await run.app.get(CommandBus).execute(new PurgeAccount(id))).toBe(true);
};
const act = ({ person, id }: Seated, body: object) =>
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
/** To the morning of the day of the slot, by its zone: it is still ahead. */
const toItsMorning = () =>
  clock.advance(
    Date.parse(`${inDays(run, 10).slice(0, 10)}T00:30:00Z`) - run.clock.now().getTime(),
  );
const noteAbsent = async (r: Recruiting) => {
  const [line] = await slots.attendance(r);
  expect((await slots.decide(r, line?.entry ?? '', 'no-show')).status).toBe(200);
};
const session = ({ r }: Case, body: object) =>
  slots.ask('PUT', `/api/sessions/${r.session_id}/`, r.researcher, body);

/** What the participant's calendar is told by mail: the template, and the status of the entry. */
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
      toItsMorning();
      await decide(it, 'no-show');
    },
    out('decided'),
    // Beside a tag, its list tells the day alone.
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
      await run.app.get(Deadlines, { strict: false }).endOverdue();
    },
    out('timed-out'),
  ],
  [
    'the researcher’s account is erased',
    async ({ r }) => {
      await purge(r.researcher._id);
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
    async ({ r, one }) => slots.book(one, await slots.slot(r, { starts: inDays(run, 12) })),
    [['slot-moved', 'CONFIRMED']],
  ],
  [
    'the place changes',
    ({ r, slot }) => slots.change(r, slot, { place: 'Room 9' }),
    [['slot-changed', 'CONFIRMED']],
  ],
  // What ends nothing tells nothing.
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
  // Nothing leads to an address any more, and the seat of the slot is free.
  ['the participant’s account is erased', ({ one }) => purge(one.person._id), []],
];

describe('The participant’s calendar learns of it when', () => {
  it.each(ways)('%s', async (...[, does, learns, privacy_level = 'roster_on_start']) => {
    const r = await slots.session({ privacy_level });
    const slot = await slots.slot(r, { place: 'Room 3', link: 'https://call.test/room' });
    const one = await slots.seated(r);
    const told = await Told.of(run, [r.session_id]);
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
      // Where it would have been is for those who come.
      expect(ics).not.toMatch(/Room 3|call\.test/);
    }
    expect(told.wrong).toEqual([]);
  });
});

describe('The mail that a seat is gone', () => {
  it('is owed with a slot ahead, whatever is switched off, and says that they need not come', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const one = await slots.seated(r);
    const without = await slots.seated(r);
    await slots.book(one, await slots.slot(r));
    // A decision about pay is owed anyway.
    await run.source.query(
      `UPDATE research.session SET reward_amount = NULL, reward_currency = NULL WHERE id = $1`,
      [r.session_id],
    );
    const told = await Told.of(run, [r.session_id]);
    for (const each of [one, without])
      await slots.ask('PUT', `/api/participations/${each.id}/`, r.researcher, {
        action: 'nullify',
        reason: 'The room is flooded.',
      });
    await told.read(() => undefined);
    const [mail, other] = [told.written(one.id)[0], told.written(without.id)[0]];
    expect([mail?.isOwed, mail?.content.text.includes('you do not need to come')]).toEqual([
      true,
      true,
    ]);
    expect([other?.isOwed, other?.content.text.includes('need to come')]).toEqual([false, false]);
    expect(other?.attachment).toBeUndefined();
  });

  it('while the mails wait, the last state counts, and the entry is taken out all the same', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const gone = await slots.slot(r, { seats: 3 });
    const back = await slots.slot(r, { starts: inDays(run, 12) });
    const [cancelled, gaveUp] = [await slots.seated(r), await slots.seated(r)];
    const [returned, again] = [await slots.seated(r), await slots.seated(r)];
    for (const one of [cancelled, gaveUp, returned]) await slots.book(one, gone);
    await slots.book(again, back);
    const told = await Told.of(run, [r.session_id]);
    // Gave the slot up, and left; left, and came back; gave it up, and booked it again.
    await slots.giveUp(gaveUp);
    await act(gaveUp, { action: 'withdraw' });
    await act(returned, { action: 'withdraw' });
    await slots.seated(r, returned.person);
    await slots.giveUp(again);
    await slots.book(again, back);
    await slots.cancel(r, gone);
    await act(cancelled, { action: 'withdraw' });
    await told.read(() => undefined);
    const subjects = (one: Seated) => told.written(one.id).map(({ content }) => content.subject);
    const statuses = (one: Seated) =>
      told.files(one.id).map(({ ics }) => readIcs(ics).events[0]?.STATUS);
    expect(subjects(cancelled)).toEqual(['Your slot is off: Attention and memory']);
    expect(subjects(gaveUp)).toEqual(['Your slot is off: Attention and memory']);
    for (const one of [cancelled, gaveUp, returned]) expect(statuses(one)).toEqual(['CANCELLED']);
    expect(statuses(again)).toEqual(['CONFIRMED']);
  });

  it('is the only one about that slot: cancelled afterwards, it tells no participant who was told before', async () => {
    const r = await slots.session({ privacy_level: 'anonymous' });
    const gone = await slots.slot(r, { seats: 2 });
    const absent = await slots.seated(r);
    await slots.book(absent, gone);
    const told = await Told.of(run, [r.session_id]);
    toItsMorning();
    await noteAbsent(r);
    await told.read(() => undefined);
    await slots.cancel(r, gone);
    await told.read(() => undefined);
    expect(told.files(absent.id).map(({ template }) => template)).toEqual(['decided']);
    expect(told.written(absent.id)).toHaveLength(1);
  });

  it('is not written of a slot that is over when the researcher cancels it', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const over = await slots.slot(r, { seats: 2 });
    const both = [await slots.seated(r), await slots.seated(r)];
    for (const one of both) await slots.book(one, over);
    const told = await Told.of(run, [r.session_id]);
    clock.advance(days(11));
    await noteAbsent(r);
    expect((await slots.cancel(r, over)).status).toBe(204);
    await told.read(() => undefined);
    // Of the two, one is told that they were noted absent; the cancelled slot is told to neither.
    expect(
      both.flatMap(({ id }) => told.written(id)).map(({ content }) => content.subject),
    ).toEqual([expect.stringMatching(/^(?!.*slot)/i)]);
    expect(both.flatMap(({ id }) => told.files(id))).toEqual([]);
  });

  it('is one about the last slot, where one was given up, another booked and given up as well', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const first = await slots.slot(r);
    const second = await slots.slot(r, { starts: inDays(run, 12) });
    const third = await slots.slot(r, { starts: inDays(run, 13) });
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    const told = await Told.of(run, [r.session_id]);
    await slots.book(one, first);
    await slots.giveUp(one);
    await slots.book(one, second);
    await slots.giveUp(one);
    // Cancelled, and another one given up.
    await slots.book(other, third);
    await slots.cancel(r, third);
    await slots.book(other, first);
    await slots.giveUp(other);
    await told.read(() => undefined);
    const day = (n: number) => inDays(run, n).slice(0, 10).replaceAll('-', '');
    for (const [each, n] of [
      [one, 12],
      [other, 10],
    ] as const) {
      expect(told.files(each.id).map(({ template }) => template)).toEqual(['slot-given-up']);
      const [file] = told.files(each.id);
      expect(readIcs(file?.ics ?? '').events[0]?.DTSTART).toContain(day(n));
    }
  });

  it('names no other slot to choose where none is left', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const [first, last] = [await slots.slot(r), await slots.slot(r, { starts: inDays(run, 12) })];
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    await slots.book(one, first);
    await slots.book(other, last);
    const told = await Told.of(run, [r.session_id]);
    const textTo = ({ id }: Seated) =>
      told
        .written(id)
        .map(({ content }) => content.text)
        .join(' ')
        .replace(/\s+/g, ' ');
    await slots.cancel(r, first);
    await told.read(() => undefined);
    expect(textTo(one)).toContain('choose another slot');
    await purge(r.researcher._id);
    await job();
    await told.read(() => undefined);
    expect(textTo(other)).toContain('at present there is no other one to choose');
    expect(textTo(other)).not.toContain('choose another slot');
  });

  it('says nothing of a slot that was given up before, which had a mail of its own', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const one = await slots.seated(r);
    await slots.book(one, await slots.slot(r));
    await slots.giveUp(one);
    const told = await Told.of(run, [r.session_id]);
    await act(one, { action: 'withdraw' });
    await told.read(() => undefined);
    expect(told.written(one.id)).toEqual([]);
  });
});
