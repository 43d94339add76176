import type { LiveRunCounts } from '../../../lib/live/live-runs';
import { aSession } from '../../../test/a-session';
import { researcherTasksOf } from './researcher-tasks.rule';

const now = Date.parse('2026-11-28T12:00:00Z');
const runs = (errors: number): LiveRunCounts => ({
  [aSession()._id]: { session_id: aSession()._id, running: 0, stalled: 0, errors },
});
const waiting = { ...aSession().counts, waitlisted: 3 };
const kinds = (more: Parameters<typeof aSession>[0], errors = 0, unread = 0) =>
  researcherTasksOf([aSession(more)], runs(errors), unread, now).map(({ kind, count }) => [
    kind,
    count,
  ]);

test.each([
  ['quiet', {}, []],
  ['full, and people wait', { spots_available: 0, counts: waiting }, [['full', 3]]],
  ['full, and nobody waits', { spots_available: 0 }, []],
  ['paused while people wait', { state: 'paused', counts: waiting }, [['waiting', 3]]],
  ['closing within a day', { closes_at: '2026-11-29T11:00:00Z' }, [['closes', 6]]],
  ['closing later', { closes_at: '2026-11-29T13:00:00Z' }, []],
  ['closing full', { closes_at: '2026-11-28T18:00:00Z', spots_available: 0 }, []],
  [
    'without its consent form',
    { state: 'paused', consent_withdrawn: true },
    [['consent_withdrawn', 2]],
  ],
  ['not launched', { launched_at: null, state: 'scheduled', counts: waiting }, []],
] as const)('a session that is %s gives its researcher the expected tasks', (_, more, expected) => {
  expect(kinds(more)).toEqual(expected);
});

test('errors come first, then messages, then sessions that close soon; closed and view-only ones have no tasks', () => {
  const closes = { closes_at: '2026-11-28T18:00:00Z' };
  expect(kinds(closes, 2, 5)).toEqual([
    ['errors', 2],
    ['unread', 5],
    ['closes', 6],
  ]);
  expect(kinds({ ...closes, state: 'closed' }, 2)).toEqual([]);
  expect(kinds({ ...closes, role: 'viewer' }, 2)).toEqual([]);
});
