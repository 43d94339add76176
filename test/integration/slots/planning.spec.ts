/** @lane quick */
import { makeResearcher } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { slotRequestsOf, timeInDays } from './booking';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  slots = slotRequestsOf(run);
});
afterAll(() => run.close());

const weekly = (over: object = {}) => ({
  kind: 'weekly',
  starts: undefined,
  from: '2099-03-23',
  to: '2099-04-05',
  weekdays: [1, 3],
  times: [{ from: '09:00', to: '12:00' }],
  zone: 'Europe/Berlin',
  ...over,
});

describe('The slots of a session', () => {
  it('are created from a weekly pattern in local time, also over a change to summer time', async () => {
    const r = await slots.session();
    const { status, body } = await slots.add(r, weekly({ place: 'Room 1', seats: 3 }));
    expect([status, body]).toEqual([201, { added: 12, skipped: [], twice: [] }]);
    const { slots: made, kind } = await slots.calendar(r);
    expect(kind).toBe('onsite');
    // On 29 March 2099 Berlin changes to summer time.
    expect([made[0]?.starts_at, made[11]?.starts_at]).toEqual([
      '2099-03-23T08:00:00.000Z',
      '2099-04-01T09:00:00.000Z',
    ]);
    expect(made[0]).toMatchObject({ zone: 'Europe/Berlin', place: 'Room 1', seats: 3, booked: 0 });
  });

  it('are not doubled by a repeated request, and the answer lists the skipped ones', async () => {
    const r = await slots.session();
    await slots.add(r, weekly());
    const { body } = await slots.add(r, weekly({ weekdays: [1, 2] }));
    expect(body.added).toBe(6);
    expect(body.skipped).toHaveLength(6);
    expect(body.skipped[0]).toEqual({ starts: '2099-03-23T09:00', reason: 'exists' });
  });

  it('cannot begin at a local time that does not exist: a single slot is refused, a pattern skips it', async () => {
    const r = await slots.session();
    const missing = { starts: '2099-03-29T02:30', zone: 'Europe/Berlin' };
    expect((await slots.add(r, missing)).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ path: 'starts', code: 'time_missing' }],
    });
    const night = weekly({ weekdays: [7], times: [{ from: '01:00', to: '05:00' }] });
    const { body } = await slots.add(r, night);
    expect([body.added, body.skipped]).toEqual([
      7,
      [{ starts: '2099-03-29T02:00', reason: 'missing' }],
    ]);
  });

  it('are a thousand at most, also for concurrent requests', async () => {
    const r = await slots.session();
    const many = (from: string, to: string) =>
      weekly({ from, to, weekdays: [1, 2, 3, 4, 5, 6, 7], duration_minutes: 10 });
    const tooMany = await slots.add(r, many('2099-01-01', '2100-08-01'));
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'too_many_slots']);
    expect((await slots.add(r, many('2099-01-01', '2099-02-19'))).body.added).toBe(900);
    const both = await Promise.all([
      slots.add(r, many('2099-03-01', '2099-03-05')),
      slots.add(r, many('2099-04-01', '2099-04-05')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await slots.calendar(r)).slots).toHaveLength(990);
  });

  it('are refused with the invalid field: zone, grid, time, link', async () => {
    const r = await slots.session();
    for (const [wrong, path] of [
      [{ zone: 'Mars/Olympus' }, 'zone'],
      [{ zone: '+02:00' }, 'zone'],
      [{ duration_minutes: 7 }, 'duration_minutes'],
      [{ starts: '2099-01-01T10:03' }, 'starts'],
      [{ starts: '2099-02-30T10:00' }, 'starts'],
      [{ starts: '2001-01-01T10:00' }, 'starts'],
      [{ link: 'http://plain.test' }, 'link'],
      [{ link: 'https://call.test/a\0b' }, 'link'],
      [{ seats: 0 }, 'seats'],
    ] as const) {
      const { status, body } = await slots.add(r, wrong);
      expect([status, body.fields?.[0]?.path]).toEqual([400, path]);
    }
  });

  it('are only for studies on site and by video, and only for the people who run them', async () => {
    const online = await slots.session({ runtime: { kind: 'external', url: 'https://a.test' } });
    expect((await slots.add(online)).body.code).toBe('no_slots_here');
    const r = await slots.session({ runtime: { kind: 'video' } });
    expect((await slots.add(r, { link: 'https://call.test/1' })).status).toBe(201);
    const other = await makeResearcher(run.source);
    expect((await slots.add({ ...r, researcher: other })).status).toBe(404);
    expect((await slots.cancel({ ...r, researcher: other }, r.session_id)).status).toBe(404);
  });

  it('can change place and seats, never below the bookings, and never their time', async () => {
    const r = await slots.session();
    const id = await slots.slot(r, { seats: 2, reserve_seats: 1 });
    const [a, b, c] = [await slots.seated(r), await slots.seated(r), await slots.seated(r)];
    await slots.book(a, id);
    await slots.book(b, id);
    await slots.book(c, id, true);
    const change = (body: object) => slots.ask('PUT', `/api/slots/${id}/`, r.researcher, body);
    expect((await change({ seats: 1 })).body.code).toBe('capacity_below_taken');
    expect((await change({ reserve_seats: 0 })).body.code).toBe('capacity_below_taken');
    expect((await change({ starts: timeInDays(run, 11) })).status).toBe(400);
    expect(await slots.counts(r, id)).toEqual([2, 1]);
    expect((await change({ seats: 3, reserve_seats: 0, place: 'Room 2' })).body).toMatchObject({
      seats: 3,
      booked: 3,
      reserves: 0,
      place: 'Room 2',
    });
    expect((await slots.choice(c)).booking?.reserve).toBe(false);
  });
});
