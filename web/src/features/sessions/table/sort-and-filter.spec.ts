/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { aSession } from '../../../test/a-session';
import { filterSessions, sortSessions, type SessionSort, sessionTotalsOf } from './sort-and-filter';

const counts = {
  offered: 0,
  enrolled: 0,
  started: 0,
  completed: 0,
  waitlisted: 0,
  withdrawn: 0,
  timed_out: 0,
};
const session = (id: string, more: Partial<Session> = {}): Session =>
  aSession({
    _id: id,
    study_id: 'a',
    study_title: 'Study',
    name: null,
    spots_available: 10,
    counts,
    version: 1,
    privacy_level: 'anonymous',
    reward: null,
    created_at: '2026-11-01T00:00:00Z',
    ...more,
  });
const ids = (sessions: Session[]) => sessions.map(({ _id }) => _id);

test('sessions are sorted by creation, closing date (without one last) or any column, in both directions', () => {
  const list = [
    session('old', {
      created_at: '2026-10-01T00:00:00Z',
      closes_at: '2026-12-02T00:00:00Z',
      study_title: 'B',
    }),
    session('new', {
      created_at: '2026-11-05T00:00:00Z',
      counts: { ...counts, enrolled: 9 },
      study_title: 'C',
    }),
    session('soon', {
      closes_at: '2026-12-01T00:00:00Z',
      counts: { ...counts, completed: 5 },
      study_title: 'A',
    }),
  ];
  const by = (sort: SessionSort, backwards = false) =>
    ids(sortSessions(list, { by: sort, backwards }));
  expect(by('newest')).toEqual(['new', 'soon', 'old']);
  expect(by('closing')).toEqual(['soon', 'old', 'new']);
  expect(by('closing', true)).toEqual(['old', 'soon', 'new']);
  expect(by('fullest')).toEqual(['new', 'soon', 'old']);
  expect(by('title')).toEqual(['soon', 'old', 'new']);
  expect(by('title', true)).toEqual(['new', 'old', 'soon']);
  // The order counts a participant who completed as enrolled, like the column "enrolled" does.
  expect(by('enrolled')).toEqual(['new', 'soon', 'old']);
  expect(by('completed')).toEqual(['soon', 'new', 'old']);
});
test('the filter uses the live state of a session', () => {
  const live = {
    x: {
      session_id: 'x',
      study_id: 'a',
      state: 'closed' as const,
      capacity: 10,
      spots_available: 0,
      version: 2,
    },
  };
  expect(ids(filterSessions([session('x'), session('y')], live, 'active', null))).toEqual(['y']);
  expect(
    ids(filterSessions([session('x', { version: 3 }), session('y')], live, 'active', null)),
  ).toEqual(['x', 'y']);
  expect(
    ids(filterSessions([session('x'), session('y', { study_id: 'b' })], live, 'all', 'b')),
  ).toEqual(['y']);
});
test('totals count the seats of open sessions only', () => {
  const full = { ...counts, enrolled: 2, started: 1, completed: 3, offered: 1, waitlisted: 4 };
  expect(
    sessionTotalsOf([
      session('x', { counts: full }),
      session('y', { state: 'closed', counts: full }),
      session('z', { state: 'paused' }),
    ]),
  ).toEqual({ active: 1, taken: 7, capacity: 20, started: 8, completed: 6, waiting: 5 });
});
