import { makePerson, makeResearcher } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { privacyLevelRequestsOf } from '../enrolment/rosters/levels';
import { slotRequestsOf, timeInDays } from './booking';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  slots = slotRequestsOf(run);
});
afterAll(() => run.close());

const ics = async (url: string, who: Parameters<typeof slots.ask>[2]) =>
  (await slots.ask<{ ics: string }>('GET', url, who)).body.ics;

describe('The list of expected participants', () => {
  it('shows tag and day in an anonymous session, else the slot, and never a name', async () => {
    for (const [privacy_level, shows] of [
      ['anonymous', 'day'],
      ['roster_on_completion', 'slot'],
      ['roster_on_start', 'slot'],
    ]) {
      const r = await slots.session({ privacy_level });
      const id = await slots.slot(r);
      const person = await makePerson(run.source, { first_name: 'Zenobia', last_name: 'Quill' });
      await slots.book(await slots.seated(r, person), id);
      expect((await slots.calendar(r)).shows).toBe(shows);
      const list = await slots.attendance(r);
      expect(list).toHaveLength(1);
      expect([list[0]?.day, list[0]?.slot_id]).toEqual([
        timeInDays(run, 10).slice(0, 10),
        shows === 'slot' ? id : null,
      ]);
      if (shows === 'day') expect([list[0]?.starts_at, list[0]?.reserve]).toEqual([null, null]);
      expect(JSON.stringify(list)).not.toMatch(/Zenobia|Quill|people\.test/);
    }
  });

  it('can be read by a collaborator with an opened roster, for sessions launched since then', async () => {
    const access = collaboratorRequestsOf(run);
    const before = await slots.session({ privacy_level: 'roster_on_start' });
    const { researcher: owner, study_id } = before;
    const reader = await access.joined(owner, study_id, 'viewer');
    await access.setRoster(owner, study_id, reader);
    const after = await privacyLevelRequestsOf(run).another(before, 'roster_on_start');
    const id = await slots.slot(after);
    await slots.book(await slots.seated(after), id);
    expect(await slots.attendance({ ...after, researcher: reader })).toMatchObject([
      { slot_id: id },
    ]);
    const path = `/api/sessions/${before.session_id}/attendance/`;
    expect(await access.told(reader, 'get', path)).toBe('forbidden');
  });

  it('looks anonymous to a researcher who may no longer learn names', async () => {
    const researcher = await makeResearcher(run.source);
    const r = await slots.session({ privacy_level: 'roster_on_start', researcher });
    await slots.book(await slots.seated(r), await slots.slot(r));
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = false WHERE id = $1`,
      [researcher._id],
    );
    expect((await slots.attendance(r))[0]).toMatchObject({ slot_id: null, starts_at: null });
  });

  it('is paged, with each line once, and can be filtered by day', async () => {
    const r = await slots.session();
    const [one, other] = [
      await slots.slot(r, { seats: 10 }),
      await slots.slot(r, { seats: 10, starts: timeInDays(run, 11) }),
    ];
    for (const id of [one, one, other]) await slots.book(await slots.seated(r), id);
    expect(await slots.attendance(r, timeInDays(run, 10).slice(0, 10))).toHaveLength(2);
    const tags: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { items: { tag: string }[]; next_cursor: string | null } } =
        await slots.ask(
          'GET',
          `/api/sessions/${r.session_id}/attendance/?limit=1${cursor && `&cursor=${cursor}`}`,
          r.researcher,
        );
      tags.push(...body.items.map((line) => line.tag));
      cursor = body.next_cursor;
    }
    expect(new Set(tags).size).toBe(3);
    expect(tags).toHaveLength(3);
  });
});

describe('A calendar file with slots', () => {
  it('of a participant contains their slot, and nothing about others', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start', title: 'Colours' });
    const id = await slots.slot(r, { seats: 2, place: 'Room 3; second floor' });
    const [a, b] = [await slots.seated(r), await slots.seated(r)];
    await slots.book(a, id);
    await slots.book(b, id);
    const file = await ics(`/api/participations/${a.id}/slot/calendar/`, a.person);
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(file).toContain('SUMMARY:Colours');
    expect(file).toContain('LOCATION:Room 3\\; second floor');
    expect(file).toMatch(/DTSTART:\d{8}T100000Z\r\n/);
    expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    for (const other of [(await slots.choice(a)).tag, (await slots.choice(b)).tag, b.id, a.id])
      expect(file).not.toContain(other);
  });

  it('of a participant has one entry, which moves with the booking and is cancelled with it', async () => {
    const r = await slots.session();
    const [first, second] = [
      await slots.slot(r, { place: 'Room 1' }),
      await slots.slot(r, { starts: timeInDays(run, 11), link: 'https://call.test/secret' }),
    ];
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    const at = `/api/participations/${one.id}/slot/calendar/`;
    const lineOf = (file: string, name: string) =>
      new RegExp(`^${name}:(.*)\r$`, 'm').exec(file)?.[1] ?? '';
    await slots.book(one, first);
    await slots.book(other, second);
    const booked = await ics(at, one.person);
    await slots.giveUp(other);
    run.clock.advance(60_000);
    await slots.book(one, second);
    const moved = await ics(at, one.person);
    expect(lineOf(moved, 'UID')).toBe(lineOf(booked, 'UID'));
    expect(Number(lineOf(moved, 'SEQUENCE'))).toBeGreaterThan(Number(lineOf(booked, 'SEQUENCE')));
    expect(lineOf(moved, 'DTSTART')).not.toBe(lineOf(booked, 'DTSTART'));
    const gone = `${at}?given_up=${second}`;
    expect((await slots.ask('GET', gone, one.person)).status).toBe(404);
    await slots.giveUp(one);
    expect((await slots.ask('GET', at, one.person)).status).toBe(404);
    const cancelled = await ics(gone, one.person);
    expect(lineOf(cancelled, 'UID')).toBe(lineOf(booked, 'UID'));
    expect(lineOf(cancelled, 'METHOD')).toBe('CANCEL');
    expect(lineOf(cancelled, 'STATUS')).toBe('CANCELLED');
    // Only participants who have booked know the place.
    expect(cancelled).not.toContain('call.test');
    const elsewhere = await slots.slot(await slots.session());
    expect((await slots.ask('GET', `${at}?given_up=${elsewhere}`, one.person)).status).toBe(404);
    expect((await slots.ask('GET', gone, other.person)).status).toBe(404);
  });

  it('of a session cancels the entries of cancelled slots that are still ahead', async () => {
    const r = await slots.session();
    const [stays, goes] = [
      await slots.slot(r),
      await slots.slot(r, { starts: timeInDays(run, 11) }),
    ];
    await slots.cancel(r, goes);
    const file = await ics(`/api/sessions/${r.session_id}/slots/calendar/`, r.researcher);
    const events = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1);
    expect(events.map((one) => /STATUS:(\w+)/.exec(one)?.[1])).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(events[0]).toContain(`UID:slot-${stays}@`);
    expect(events[1]).toContain(`UID:slot-${goes}@`);
  });

  it('of a session has counts, tags if its level allows, and never a name', async () => {
    for (const privacy_level of ['anonymous', 'roster_on_start']) {
      const r = await slots.session({ privacy_level });
      const id = await slots.slot(r);
      const one = await slots.seated(r);
      await slots.book(one, id);
      const file = await ics(`/api/sessions/${r.session_id}/slots/calendar/`, r.researcher);
      expect(file).toContain('1 of 1 booked');
      expect(file.includes((await slots.choice(one)).tag)).toBe(privacy_level !== 'anonymous');
      expect(file).not.toMatch(/Ada|Lovelace|people\.test/);
    }
  });
});

describe('The stored booking times of a person', () => {
  it('link no two bookings, since each person and each piece of time has a different value', async () => {
    const person = await makePerson(run.source);
    const all: { hash: string; participation_id: string }[] = [];
    for (const time of ['10:00', '12:00']) {
      const r = await slots.session();
      const id = await slots.slot(r, { starts: timeInDays(run, 10, time), seats: 2 });
      for (const who of [person, await makePerson(run.source)]) {
        const one = await slots.seated(r, who);
        await slots.book(one, id);
        const rows: typeof all = await run.source.query(
          `SELECT encode(hash, 'hex') AS hash, participation_id FROM research.booked_time
           WHERE participation_id = $1`,
          [one.id],
        );
        all.push(...rows);
      }
    }
    expect(all).toHaveLength(4 * 12);
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length);
    const columns: { name: string }[] = await run.source.query(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'research' AND table_name IN ('booking', 'former_booking', 'booked_time') ORDER BY 1`,
    );
    // The tables have no column that shows the person or the time of a booking.
    expect([...new Set(columns.map(({ name }) => name))]).toEqual([
      'ends_at',
      'expires_at',
      'hash',
      'is_lease_over',
      'is_moved_up',
      'is_reminded',
      'lease_until',
      'participation_id',
      'reserve_no',
      'slot_id',
      'with_seat',
    ]);
  });
});
