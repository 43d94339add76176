import type { SeatAvailability } from '../../../../../contracts/live/live';
import type { Session, SessionState } from '../../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from '../../../domain/sessions/seats-taken.rule';
import { type CountColumn, countAtLeastInState } from '../announcing/reached.rule';

export const sessionSorts = [
  'newest',
  'closing',
  'fullest',
  'title',
  'state',
  'enrolled',
  'started',
  'completed',
  'waitlisted',
] as const;
export type SessionSort = (typeof sessionSorts)[number];
export interface SessionOrder {
  by: SessionSort;
  backwards: boolean;
}
export type SessionStateFilter = SessionState | 'all';

const never = Number.POSITIVE_INFINITY;
const closesAt = (s: Session) =>
  s.state !== 'closed' && s.closes_at ? Date.parse(s.closes_at) : never;
const fill = (s: Session) => takenSeatsOf(s) / s.capacity;
const difference = (a: number, b: number) => (a === b ? 0 : a - b);
const states: readonly SessionState[] = ['active', 'paused', 'scheduled', 'closed'];
const most = (key: CountColumn) => (a: Session, b: Session) =>
  countAtLeastInState(b.counts, key) - countAtLeastInState(a.counts, key);
const compare: Record<SessionSort, (a: Session, b: Session) => number> = {
  newest: (a, b) => b.created_at.localeCompare(a.created_at),
  closing: (a, b) => difference(closesAt(a), closesAt(b)),
  fullest: (a, b) => difference(fill(b), fill(a)),
  title: (a, b) => a.study_title.localeCompare(b.study_title),
  state: (a, b) => states.indexOf(a.state) - states.indexOf(b.state),
  enrolled: most('enrolled'),
  started: most('started'),
  completed: most('completed'),
  waitlisted: most('waitlisted'),
};
/** Sorts sessions without an end date last, in both directions. */
const datelessLast = (a: Session, b: Session) =>
  Number(closesAt(a) === never) - Number(closesAt(b) === never);

/** Sorts the sessions into the order of the tiles and rows. */
export const sortSessions = (sessions: readonly Session[], { by, backwards }: SessionOrder) =>
  [...sessions].sort(
    (a, b) =>
      (by === 'closing' && datelessLast(a, b)) ||
      (backwards ? -compare[by](a, b) : compare[by](a, b)) ||
      compare.newest(a, b) ||
      a._id.localeCompare(b._id),
  );

type Live = Readonly<Record<string, SeatAvailability>>;
/** Returns the state of a session. A newer live message overrides the state that was fetched. */
export const liveSessionStateOf = (session: Session, live: Live): SessionState => {
  const message = live[session._id];
  return message && message.version > session.version ? message.state : session.state;
};
export const filterSessions = (
  sessions: readonly Session[],
  live: Live,
  state: SessionStateFilter,
  study: string | null,
) =>
  sessions.filter(
    (s) =>
      (state === 'all' || liveSessionStateOf(s, live) === state) &&
      (!study || s.study_id === study),
  );

/**
 * Counts the sessions in each state.
 * @param study the id of the study whose sessions are counted; null for the sessions of all studies
 */
export function countSessionsByState(
  sessions: readonly Session[],
  live: Live,
  study: string | null,
): Record<SessionStateFilter, number> {
  const counts = { all: 0, scheduled: 0, active: 0, paused: 0, closed: 0 };
  for (const session of sessions) {
    if (study && session.study_id !== study) continue;
    counts.all += 1;
    counts[liveSessionStateOf(session, live)] += 1;
  }
  return counts;
}

export interface SessionTotals {
  active: number;
  taken: number;
  capacity: number;
  started: number;
  completed: number;
  waiting: number;
}
/**
 * Computes the numbers of the summary above the tiles. It counts the seats of active and paused
 * sessions only, and started and completed participations in all sessions.
 */
export function sessionTotalsOf(sessions: readonly Session[]): SessionTotals {
  const totals: SessionTotals = {
    active: 0,
    taken: 0,
    capacity: 0,
    started: 0,
    completed: 0,
    waiting: 0,
  };
  for (const s of sessions) {
    // As on the tiles, a participant who completed also counts as started.
    totals.started += s.counts.started + s.counts.completed;
    totals.completed += s.counts.completed;
    if (s.state !== 'active' && s.state !== 'paused') continue;
    if (s.state === 'active') totals.active += 1;
    totals.taken += takenSeatsOf(s);
    totals.capacity += s.capacity;
    totals.waiting += s.counts.waitlisted + s.counts.offered;
  }
  return totals;
}
