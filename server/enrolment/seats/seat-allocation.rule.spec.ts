import fc from 'fast-check';
import { participationStates } from '../../../contracts/participations';
import { allocateSeats, type Asking, type Seats } from './seat-allocation.rule';
import { mayReturn, presentStates } from '../participations/participation.rule';

const active = (over: Partial<Seats> = {}): Seats => ({
  state: 'active',
  capacity: 3,
  taken: 0,
  waitlisted: 0,
  ...over,
});
const asks = (person: string, over: Partial<Asking> = {}): Asking => ({
  session_id: 's',
  person,
  wants_waitlist: false,
  ...over,
});
const kinds = (seats: Seats, ...asking: Asking[]) =>
  allocateSeats(new Map([['s', seats]]), asking).map((o) =>
    o.kind === 'refused' ? o.code : o.kind === 'admitted' ? o.state : o.kind,
  );

describe('who gets a seat', () => {
  it('gives the free seats in the order of asking, and refuses the rest', () => {
    expect(kinds(active({ taken: 1 }), asks('a'), asks('b'), asks('c'))).toEqual([
      'enrolled',
      'enrolled',
      'session_full',
    ]);
  });
  it('lets nobody new past the waitlist, even where a seat is free', () => {
    expect(
      kinds(active({ waitlisted: 1 }), asks('a'), asks('b', { wants_waitlist: true })),
    ).toEqual(['session_full', 'waitlisted']);
  });
  it('gives the same answer to somebody who asks twice at once', () => {
    expect(allocateSeats(new Map([['s', active()]]), [asks('a'), asks('a')])).toEqual([
      { kind: 'admitted', state: 'enrolled', revives: undefined },
      { kind: 'same', as: 0 },
    ]);
  });
  it('finds what somebody has before it asks for anything else', () => {
    const earlier = { id: 'p', session_id: 's', state: 'enrolled' as const, has_started: false };
    expect(
      kinds(active({ state: 'closed' }), asks('a', { earlier, refusal: 'consent_required' })),
    ).toEqual(['present']);
    expect(kinds(active(), asks('a', { earlier: { ...earlier, session_id: 'other' } }))).toEqual([
      'already_participated',
    ]);
  });
  it.each(['scheduled', 'paused', 'closed'] as const)(
    'admits nobody to a session that is %s',
    (state) => {
      expect(kinds(active({ state }), asks('a', { wants_waitlist: true }))).toEqual([
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
  const asking = fc.record({
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
      }),
      { nil: undefined },
    ),
  });

  it('never oversells, never undersells, whatever is asked (property)', () => {
    fc.assert(
      fc.property(seats, seats, fc.array(asking, { maxLength: 30 }), (s, t, all) => {
        const before = new Map([
          ['s', s],
          ['t', t],
        ]);
        const outcomes = allocateSeats(before, all);
        expect(outcomes).toHaveLength(all.length);
        for (const [id, session] of before) {
          const here = outcomes.filter((_, i) => all[i]?.session_id === id);
          const enrolled = here.filter(
            (o) => o.kind === 'admitted' && o.state === 'enrolled',
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
                (o.kind === 'admitted' && o.state === 'waitlisted'),
            )
          )
            expect(enrolled).toBe(free);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('admits a person once, and nobody who is present or may not return (property)', () => {
    fc.assert(
      fc.property(seats, seats, fc.array(asking, { maxLength: 30 }), (s, t, all) => {
        const outcomes = allocateSeats(
          new Map([
            ['s', s],
            ['t', t],
          ]),
          all,
        );
        const admitted = all.filter((_, i) => outcomes[i]?.kind === 'admitted');
        expect(new Set(admitted.map((a) => a.person)).size).toBe(admitted.length);
        for (const { earlier, refusal } of admitted) {
          expect(refusal).toBeUndefined();
          if (earlier)
            expect(
              mayReturn(earlier.state, earlier.has_started) &&
                !presentStates.includes(earlier.state),
            ).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
