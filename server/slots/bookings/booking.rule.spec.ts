import { judgeBooking, judgeCancelling, bookingIntervalsOf, type LockedSlot } from './booking.rule';

const now = new Date('2027-05-03T12:00:00.000Z');
const inHours = (n: number) => new Date(now.getTime() + n * 3_600_000);
const slot = (over: Partial<LockedSlot> = {}): LockedSlot => ({
  id: 'slot',
  session_id: 'session',
  starts_at: inHours(48),
  ends_at: inHours(49),
  cancelled: false,
  seats: 1,
  reserve_seats: 1,
  booked: 0,
  reserves: 0,
  ...over,
});
const judge = (over: Partial<Parameters<typeof judgeBooking>[1]> = {}) =>
  judgeBooking(now, {
    state: 'enrolled',
    session_id: 'session',
    consent_withdrawn: false,
    slot: slot(),
    former: undefined,
    wantsReserve: false,
    limitHours: 24,
    ...over,
  });

describe('booking a slot', () => {
  it('gives a seat, otherwise a reserve seat if wanted, otherwise a refusal', () => {
    expect(judge()).toEqual({ kind: 'seat' });
    expect(judge({ wantsReserve: true })).toEqual({ kind: 'seat' });
    const full = slot({ booked: 1 });
    expect(judge({ slot: full })).toEqual({ kind: 'refused', code: 'slot_full' });
    expect(judge({ slot: full, wantsReserve: true })).toEqual({ kind: 'reserve' });
    const fuller = slot({ booked: 1, reserves: 1 });
    expect(judge({ slot: fuller, wantsReserve: true })).toEqual({
      kind: 'refused',
      code: 'slot_full',
    });
  });

  it('is possible until the time limit, to the millisecond, for both the new and the former slot', () => {
    const late = slot({ starts_at: new Date(inHours(24).getTime() - 1) });
    const inTime = slot({ starts_at: inHours(24) });
    expect(judge({ slot: inTime })).toEqual({ kind: 'seat' });
    expect(judge({ slot: late })).toEqual({ kind: 'refused', code: 'slot_too_late' });
    const former = { id: 'former' };
    expect(judge({ former: { ...inTime, ...former } })).toEqual({ kind: 'seat' });
    expect(judge({ former: { ...late, ...former } })).toEqual({
      kind: 'refused',
      code: 'slot_too_late',
    });
    expect(judge({ slot: slot({ starts_at: now }), limitHours: 0 })).toEqual({
      kind: 'refused',
      code: 'slot_too_late',
    });
  });

  it('requires an enrolled participation with a valid consent', () => {
    for (const state of ['waitlisted', 'offered', 'started', 'withdrawn'] as const)
      expect(judge({ state })).toEqual({ kind: 'refused', code: 'illegal_transition' });
    expect(judge({ consent_withdrawn: true })).toEqual({
      kind: 'refused',
      code: 'consent_invalid',
    });
  });

  it('finds no slot that is cancelled or belongs to another session', () => {
    for (const other of [undefined, slot({ cancelled: true }), slot({ session_id: 'other' })])
      expect(judge({ slot: other })).toEqual({ kind: 'refused', code: 'not_found' });
  });

  it('changes nothing for the slot that is booked already, even when it is late', () => {
    const mine = slot({ booked: 1, starts_at: inHours(1) });
    expect(judge({ slot: mine, former: mine })).toEqual({ kind: 'already' });
  });

  it('can be cancelled until the time limit', () => {
    expect(judgeCancelling(now, 'enrolled', slot({ starts_at: inHours(24) }), 24)).toBeUndefined();
    expect(judgeCancelling(now, 'enrolled', slot({ starts_at: inHours(23) }), 24)).toBe(
      'slot_too_late',
    );
    expect(judgeCancelling(now, 'started', slot(), 24)).toBe('illegal_transition');
  });
});

describe('five-minute intervals of a booking', () => {
  const of = (from: string, to: string) =>
    bookingIntervalsOf({
      starts_at: new Date(`2027-05-03T${from}Z`),
      ends_at: new Date(`2027-05-03T${to}Z`),
    });
  it('are shared by overlapping slots, and not by consecutive slots', () => {
    const [before, over, after] = [
      of('10:00', '10:40'),
      of('10:35', '11:00'),
      of('10:40', '11:20'),
    ];
    const shared = (a: number[], b: number[]) => a.filter((piece) => b.includes(piece)).length;
    expect(before).toHaveLength(8);
    expect([shared(before, over), shared(before, after), shared(over, after)]).toEqual([1, 0, 4]);
  });
});
