/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { milestoneSince, seatCountsOf } from './seat-milestones.rule';

const none = { offered: 0, started: 0, completed: 0, waitlisted: 0, withdrawn: 0, timed_out: 0 };
const room = (id: string, enrolled: number, state: Session['state'] = 'active') =>
  ({
    _id: id,
    state,
    capacity: 3,
    spots_available: state === 'active' ? 3 - enrolled : 0,
    counts: { ...none, enrolled },
  }) as Session;
const after = (before: Session[], now: Session[]) => {
  const moment = milestoneSince(seatCountsOf(before), now);
  return moment && `${moment.session._id} ${moment.kind}`;
};

test.each([
  ['the first seat is taken', [room('a', 0)], [room('a', 1)], 'a first'],
  ['another seat is taken', [room('a', 1)], [room('a', 2)], null],
  ['the last seat is taken', [room('a', 2)], [room('a', 3)], 'a full'],
  ['all seats at once', [room('a', 0)], [room('a', 3)], 'a full'],
  ['it was full before', [room('a', 3)], [room('a', 3)], null],
  ['it was not seen before', [], [room('a', 3)], null],
  ['a pause takes the free spots away', [room('a', 2)], [room('a', 2, 'paused')], null],
  ['of two, the full one', [room('a', 0), room('b', 2)], [room('a', 1), room('b', 3)], 'b full'],
])('the dashboard announces a moment, or none: %s', (_, before, now, moment) => {
  expect(after(before, now)).toBe(moment);
});
