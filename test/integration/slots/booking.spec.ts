import { makePeople, makePerson } from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { slotRequestsOf, timeInDays, type SeatedPerson } from './booking';

let run: RunningApp;
let slots: ReturnType<typeof slotRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  slots = slotRequestsOf(run);
});
afterAll(() => run.close());

const codes = (answers: readonly { status: number; body: { code: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'booked' : body.code)).sort();

describe('The last seat of a slot', () => {
  it('is booked once by concurrent requests, and no more reserves are accepted than the slot allows', async () => {
    const r = await slots.session({ capacity: 30 });
    const id = await slots.slot(r, { seats: 3, reserve_seats: 2 });
    const people = await makePeople(run.source, 24);
    const all = await Promise.all(people.map((person) => slots.seated(r, person)));
    const answers = await Promise.all(
      all.map((one, i) => slots.book(one, id, i % 2 ? true : undefined)),
    );
    const booked = answers.filter(({ status }) => status === 200);
    const [seats, reserves] = await slots.counts(r, id);
    expect(seats).toBe(3);
    expect(reserves).toBeLessThanOrEqual(2);
    expect(booked).toHaveLength(seats + reserves);
    expect(new Set(codes(answers))).toEqual(new Set(['booked', 'slot_full']));
    expect(booked.filter(({ body }) => body.booking?.reserve)).toHaveLength(reserves);
  });

  it('is given to the first reserve when it becomes free', async () => {
    const r = await slots.session();
    const id = await slots.slot(r, { reserve_seats: 2 });
    const [a, b, c] = [await slots.seated(r), await slots.seated(r), await slots.seated(r)];
    await slots.book(a, id);
    expect((await slots.book(b, id)).body.code).toBe('slot_full');
    await slots.book(b, id, true);
    await slots.book(c, id, true);
    expect((await slots.giveUp(a)).status).toBe(200);
    expect((await slots.choice(b)).booking?.reserve).toBe(false);
    expect((await slots.choice(c)).booking?.reserve).toBe(true);
    expect(await slots.counts(r, id)).toEqual([1, 1]);
  });
});

describe('Moving a booking', () => {
  it('to a full slot keeps the former booking', async () => {
    const r = await slots.session();
    const [first, second] = [
      await slots.slot(r),
      await slots.slot(r, { starts: timeInDays(run, 11) }),
    ];
    const [a, b] = [await slots.seated(r), await slots.seated(r)];
    await slots.book(a, first);
    await slots.book(b, second);
    expect((await slots.book(a, second)).body.code).toBe('slot_full');
    expect((await slots.choice(a)).booking?.slot._id).toBe(first);
    expect(await slots.counts(r, first)).toEqual([1, 0]);
  });

  it('between slots in a circle, concurrently, loses no booking and doubles none', async () => {
    const r = await slots.session({ capacity: 30 });
    const ids: string[] = [];
    for (const day of [10, 11, 12, 13])
      ids.push(await slots.slot(r, { starts: timeInDays(run, day), seats: 4 }));
    const all = await Promise.all(
      (await makePeople(run.source, 12)).map((person) => slots.seated(r, person)),
    );
    const at = (i: number) => ids[i % ids.length] ?? '';
    await Promise.all(all.map((one, i) => slots.book(one, at(i))));
    for (const turn of [1, 2, 3])
      await Promise.all(all.map((one, i) => slots.book(one, at(i + turn))));
    const booked = await Promise.all(all.map((one) => slots.choice(one)));
    const bySlot = ids.map((id) => booked.filter((one) => one.booking?.slot._id === id).length);
    expect(bySlot.reduce((sum, n) => sum + n, 0)).toBe(12);
    expect(await Promise.all(ids.map(async (id) => (await slots.counts(r, id))[0]))).toEqual(
      bySlot,
    );
  });

  it('ends in one of the two possible results if the booking is cancelled concurrently', async () => {
    const r = await slots.session();
    const first = await slots.slot(r);
    const second = await slots.slot(r, { starts: timeInDays(run, 11) });
    for (let round = 0; round < 10; round++) {
      const one = await slots.seated(r);
      await slots.book(one, first);
      await Promise.all([slots.book(one, second), slots.giveUp(one)]);
      const { booking } = await slots.choice(one);
      expect([undefined, second]).toContain(booking?.slot._id);
      expect(await slots.counts(r, first)).toEqual([0, 0]);
      expect(await slots.counts(r, second)).toEqual([booking ? 1 : 0, 0]);
      if (booking) await slots.giveUp(one);
    }
  });
});

describe('Overlapping bookings of one person', () => {
  const twoStudies = async (): Promise<[SeatedPerson, SeatedPerson]> => {
    const person = await makePerson(run.source);
    const [a, b] = [
      await slots.session(),
      await slots.session({ privacy_level: 'roster_on_start' }),
    ];
    return [await slots.seated(a, person), await slots.seated(b, person)];
  };

  it('are refused also in studies of different people, and for concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await twoStudies();
      const [inA, inB] = [
        await slots.slot(a.r, { starts: timeInDays(run, 10, '10:00') }),
        await slots.slot(b.r, { starts: timeInDays(run, 10, '10:55') }),
      ];
      const answers = await Promise.all([slots.book(a, inA), slots.book(b, inB)]);
      expect(codes(answers)).toEqual(['booked', 'slot_overlap']);
    }
  });

  it('do not include two slots of which one begins when the other ends', async () => {
    const [a, b] = await twoStudies();
    const inA = await slots.slot(a.r, {
      starts: timeInDays(run, 10, '10:00'),
      duration_minutes: 40,
    });
    const inB = await slots.slot(b.r, { starts: timeInDays(run, 10, '10:40') });
    expect(codes([await slots.book(a, inA), await slots.book(b, inB)])).toEqual([
      'booked',
      'booked',
    ]);
  });

  it('do not include a booking that was moved or given up', async () => {
    const [a, b] = await twoStudies();
    const inA = await slots.slot(a.r, { starts: timeInDays(run, 10, '10:00') });
    const half = await slots.slot(a.r, { starts: timeInDays(run, 10, '10:30') });
    const inB = await slots.slot(b.r, {
      starts: timeInDays(run, 10, '10:00'),
      duration_minutes: 30,
    });
    await slots.book(a, inA);
    expect((await slots.book(b, inB)).body.code).toBe('slot_overlap');
    // The new slot overlaps the participant's former slot, which does not count any more.
    expect((await slots.book(a, half)).status).toBe(200);
    expect((await slots.book(b, inB)).status).toBe(200);
    expect((await slots.book(a, inA)).body.code).toBe('slot_overlap');
    expect((await slots.choice(a)).booking?.slot._id).toBe(half);
    await slots.giveUp(b);
    expect((await slots.book(a, inA)).status).toBe(200);
  });
});

describe('A participant’s booking', () => {
  it('needs a seat in the study; for other people the participation does not exist', async () => {
    const r = await slots.session({ capacity: 1 });
    const id = await slots.slot(r);
    const one = await slots.seated(r);
    const stranger = { ...one, person: await makePerson(run.source) };
    const theirs = { ...one, person: r.researcher };
    for (const who of [stranger, theirs]) {
      expect((await slots.book(who, id)).status).toBe(404);
      expect((await slots.giveUp(who)).status).toBe(404);
      expect((await slots.choice(who)).code).toBe('not_found');
    }
    await slots.ask('PUT', `/api/participations/${one.id}/`, one.person, { action: 'withdraw' });
    expect((await slots.book(one, id)).body.code).toBe('illegal_transition');
  });

  it('of a slot of another session gets 404', async () => {
    const [r, other] = [await slots.session(), await slots.session()];
    const one = await slots.seated(r);
    expect((await slots.book(one, await slots.slot(other))).status).toBe(404);
  });

  it('can be made and given up until the session’s limit before the slot', async () => {
    const r = await slots.session();
    const id = await slots.slot(r, { starts: timeInDays(run, 2) });
    const one = await slots.seated(r);
    const limit = (change_until_hours: number) =>
      slots.ask('PUT', `/api/sessions/${r.session_id}/slots/`, r.researcher, {
        change_until_hours,
      });
    await limit(72);
    expect((await slots.book(one, id)).body.code).toBe('slot_too_late');
    expect((await slots.choice(one)).slots).toEqual([]);
    await limit(1);
    expect((await slots.book(one, id)).status).toBe(200);
    await limit(72);
    expect((await slots.giveUp(one)).body.code).toBe('slot_too_late');
  });

  it('is deleted when the participant or the researcher ends the seat in the study', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const id = await slots.slot(r, { seats: 2, reserve_seats: 1 });
    const [a, b, c] = [await slots.seated(r), await slots.seated(r), await slots.seated(r)];
    await slots.book(a, id);
    await slots.book(b, id);
    await slots.book(c, id, true);
    await slots.ask('PUT', `/api/participations/${a.id}/`, a.person, { action: 'withdraw' });
    expect(await slots.counts(r, id)).toEqual([2, 0]);
    await slots.ask('PUT', `/api/participations/${b.id}/`, r.researcher, {
      action: 'nullify',
      reason: 'The room is flooded.',
    });
    expect(await slots.counts(r, id)).toEqual([1, 0]);
    const rows: unknown[] = await run.source.query(
      `SELECT 1 FROM research.booked_time WHERE participation_id = ANY($1::uuid[])`,
      [[a.id, b.id]],
    );
    expect(rows).toEqual([]);
  });
});
