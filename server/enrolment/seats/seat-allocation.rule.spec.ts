import fc from 'fast-check';
import { participationStates } from '../../../contracts/enrolment/participations';
import { countsAsEnrolled, mayEnrolAgain } from '../model/participation.rule';
import { allocateSeats, type SeatRequest, type SessionSeats } from './seat-allocation.rule';

const active = (over: Partial<SessionSeats> = {}): SessionSeats => ({
  state: 'active',
  capacity: 3,
  taken: 0,
  waitlisted: 0,
  ...over,
});
const request = (person: string, over: Partial<SeatRequest> = {}): SeatRequest => ({
  session_id: 's',
  person,
  wants_waitlist: false,
  ...over,
});
const kinds = (seats: SessionSeats, ...requests: SeatRequest[]) =>
  allocateSeats(new Map([['s', seats]]), requests).map((o) =>
    o.kind === 'refused' ? o.code : o.kind === 'allocated' ? o.state : o.kind,
  );

describe('The allocation of seats', () => {
  it('allocates the free seats in the order of the requests, and refuses the rest', () => {
    expect(kinds(active({ taken: 1 }), request('a'), request('b'), request('c'))).toEqual([
      'enrolled',
      'enrolled',
      'session_full',
    ]);
  });
  it('lets no new request overtake the waitlist, also when a seat is free', () => {
    expect(
      kinds(active({ waitlisted: 1 }), request('a'), request('b', { wants_waitlist: true })),
    ).toEqual(['session_full', 'waitlisted']);
  });
  it('answers with the same participation when a person enrols twice in one batch', () => {
    expect(allocateSeats(new Map([['s', active()]]), [request('a'), request('a')])).toEqual([
      { kind: 'allocated', state: 'enrolled', revives: undefined },
      { kind: 'duplicate', of: 0 },
    ]);
  });
  it("returns the person's earlier participation, or refuses because of it, before any other check", () => {
    const earlier = {
      id: 'p',
      session_id: 's',
      state: 'enrolled' as const,
      has_started: false,
      other_level: false,
    };
    expect(
      kinds(active({ state: 'closed' }), request('a', { earlier, refusal: 'consent_required' })),
    ).toEqual(['present']);
    expect(kinds(active(), request('a', { earlier: { ...earlier, session_id: 'other' } }))).toEqual(
      ['already_participated'],
    );
  });
  it('revives a withdrawn participation, and creates a new one when it was withdrawn at a different privacy level', () => {
    const earlier = {
      id: 'p',
      session_id: 'other',
      state: 'withdrawn' as const,
      has_started: false,
      other_level: false,
    };
    const allocated = (given: typeof earlier) =>
      allocateSeats(new Map([['s', active()]]), [request('a', { earlier: given })]);
    expect(allocated(earlier)).toMatchObject([{ kind: 'allocated', revives: earlier }]);
    expect(allocated({ ...earlier, other_level: true })).toEqual([
      { kind: 'allocated', state: 'enrolled', revives: undefined },
    ]);
  });
  it.each(['scheduled', 'paused', 'closed'] as const)(
    'allocates no seat in a session that is %s',
    (state) => {
      expect(kinds(active({ state }), request('a', { wants_waitlist: true }))).toEqual([
        'session_not_active',
      ]);
    },
  );

  const seats = fc
    .record({
      state: fc.constantFrom('active' as const, 'paused' as const),
      capacity: fc.integer({ min: 1, max: 8 }),
      taken: fc.integer({ min: 0, max: 8 }),
      waitlisted: fc.integer({ min: 0, max: 2 }),
    })
    .map((s) => ({ ...s, taken: Math.min(s.taken, s.capacity) }));
  const requests = fc.record({
    session_id: fc.constantFrom('s', 't', 'nowhere'),
    person: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'),
    wants_waitlist: fc.boolean(),
    refusal: fc.option(fc.constant('consent_required' as const), { nil: undefined }),
    earlier: fc.option(
      fc.record({
        id: fc.constant('p'),
        session_id: fc.constantFrom('s', 't'),
        state: fc.constantFrom(...participationStates),
        has_started: fc.boolean(),
        other_level: fc.boolean(),
      }),
      { nil: undefined },
    ),
  });

  it('never allocates more seats than are free, and refuses a request only when none is free (property)', () => {
    fc.assert(
      fc.property(seats, seats, fc.array(requests, { maxLength: 30 }), (s, t, all) => {
        const before = new Map([
          ['s', s],
          ['t', t],
        ]);
        const outcomes = allocateSeats(before, all);
        expect(outcomes).toHaveLength(all.length);
        for (const [id, session] of before) {
          const here = outcomes.filter((_, i) => all[i]?.session_id === id);
          const enrolled = here.filter(
            (o) => o.kind === 'allocated' && o.state === 'enrolled',
          ).length;
          const free =
            session.state !== 'active' || session.waitlisted > 0
              ? 0
              : session.capacity - session.taken;
          expect(enrolled).toBeLessThanOrEqual(free);
          if (
            here.some(
              (o) =>
                (o.kind === 'refused' && o.code === 'session_full') ||
                (o.kind === 'allocated' && o.state === 'waitlisted'),
            )
          )
            expect(enrolled).toBe(free);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('allocates at most one seat per person, and none to a person who takes part already or may not return (property)', () => {
    fc.assert(
      fc.property(seats, seats, fc.array(requests, { maxLength: 30 }), (s, t, all) => {
        const outcomes = allocateSeats(
          new Map([
            ['s', s],
            ['t', t],
          ]),
          all,
        );
        const allocated = all.filter((_, i) => outcomes[i]?.kind === 'allocated');
        expect(new Set(allocated.map((a) => a.person)).size).toBe(allocated.length);
        for (const { earlier, refusal } of allocated) {
          expect(refusal).toBeUndefined();
          if (earlier)
            expect(
              mayEnrolAgain(earlier.state, earlier.has_started) && !countsAsEnrolled(earlier.state),
            ).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
