import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import { aSession } from '../../test/a-session';
import { summarizeSession } from './session-summary.rule';

const progress = (more: Partial<SessionProgress> = {}) => ({
  full_at: '2026-11-28T04:13:00Z',
  states: [{ state: 'completed' as const, people: 3 }],
  ...more,
});
const keys = (...given: Parameters<typeof summarizeSession>) =>
  summarizeSession(...given).map(({ key }) => key);
const nobody = { ...aSession().counts, enrolled: 0, started: 0, completed: 0 };

test('the summary says how full the session is, when it will be full, and which work is pending', () => {
  const counts = { ...aSession().counts, waitlisted: 2 };
  const now = { session_id: 's', running: 1, stalled: 2, errors: 1 };
  expect(summarizeSession(aSession({ counts }), progress(), now)).toEqual([
    { key: 'taken', taken: 4, capacity: 10 },
    { key: 'full_at', at: '2026-11-28T04:13:00Z' },
    { key: 'waiting', count: 2 },
    { key: 'to_review', count: 3 },
    { key: 'stalled', count: 2 },
    { key: 'errors', count: 1 },
  ]);
});

test.each([
  ['not launched', aSession({ launched_at: null, state: 'scheduled' }), ['not_launched']],
  ['without people', aSession({ counts: nobody }), ['nobody', 'full_at', 'to_review']],
  ['full', aSession({ capacity: 4 }), ['taken', 'full', 'to_review']],
  ['paused', aSession({ state: 'paused' }), ['taken', 'paused', 'to_review']],
  ['closed', aSession({ state: 'closed' }), ['taken', 'closed', 'to_review']],
  ['seen by a viewer', aSession({ role: 'viewer' }), ['taken', 'full_at']],
])('the first sentence about a session %s has the expected parts', (_, session, expected) => {
  expect(keys(session, progress(), undefined)).toEqual(expected);
});

test('without a forecast and pending work, the summary names the spots only', () => {
  const quiet = progress({ full_at: null, states: [] });
  expect(keys(aSession(), quiet, undefined)).toEqual(['taken']);
});
