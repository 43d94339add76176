/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { aSession } from '../../../test/a-session';
import { chimeForChanges } from './chimes.rule';
import { seatCountsOf } from './seat-milestones.rule';

const none = { offered: 0, started: 0, completed: 0, waitlisted: 0, withdrawn: 0, timed_out: 0 };
const room = (_id: string, enrolled: number, state: Session['state'] = 'active') =>
  aSession({
    _id,
    state,
    capacity: 3,
    spots_available: state === 'active' ? 3 - enrolled : 0,
    counts: { ...none, enrolled },
  });

test.each([
  ['a seat is taken', [room('a', 0)], [room('a', 1)], 'taken'],
  ['the last seat is taken', [room('a', 2)], [room('a', 3)], 'full'],
  [
    'of two sessions one is full',
    [room('a', 0), room('b', 2)],
    [room('a', 1), room('b', 3)],
    'full',
  ],
  ['a seat is given up', [room('a', 2)], [room('a', 1)], null],
  ['nothing changes', [room('a', 2)], [room('a', 2)], null],
  ['a session appears', [], [room('a', 3)], null],
  ['a pause takes the free seats away', [room('a', 2)], [room('a', 2, 'paused')], null],
  ['a seat is taken just before a pause', [room('a', 1)], [room('a', 2, 'paused')], 'taken'],
] as const)('the chime when %s', (_, before, now, heard) => {
  expect(chimeForChanges(seatCountsOf(before), now)).toBe(heard);
});
