import type { SessionCounts, SessionState } from '../../../contracts/enrolment/sessions';

/**
 * The legal transitions of a session (docs/domain.md, section 2): scheduled → active ⇄ paused →
 * closed (terminal).
 */
const legal: Record<SessionState, readonly SessionState[]> = {
  scheduled: ['active', 'closed'],
  active: ['paused', 'closed'],
  paused: ['active', 'closed'],
  closed: [],
};

export const maySessionBecome = (from: SessionState, to: SessionState) =>
  from === to || legal[from].includes(to);

/**
 * Computes the number of free seats; 0 unless the session is active. The count `completed` includes
 * approved participations.
 */
export const spotsAvailable = (
  s: Pick<SessionCounts, 'offered' | 'enrolled' | 'started' | 'completed'> & {
    state: SessionState;
    capacity: number;
  },
) =>
  s.state === 'active'
    ? Math.max(0, s.capacity - s.offered - s.enrolled - s.started - s.completed)
    : 0;

/** Returns the counts of a session, without the other columns of its row. */
export const sessionCountsOf = ({
  offered,
  enrolled,
  started,
  completed,
  waitlisted,
  withdrawn,
  timed_out,
}: SessionCounts): SessionCounts => ({
  offered,
  enrolled,
  started,
  completed,
  waitlisted,
  withdrawn,
  timed_out,
});

/** Returns the reward of a session; null if the session pays nothing. */
export const rewardOf = (s: { reward_amount: number | null; reward_currency: string | null }) =>
  s.reward_amount === null || s.reward_currency === null
    ? null
    : { amount: s.reward_amount, currency: s.reward_currency };
