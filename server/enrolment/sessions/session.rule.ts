import type { SessionState } from '../../../contracts/sessions';

/** DOMAIN 2: scheduled → active ⇄ paused → closed (terminal). */
const legal: Record<SessionState, readonly SessionState[]> = {
  scheduled: ['active', 'closed'],
  active: ['paused', 'closed'],
  paused: ['active', 'closed'],
  closed: [],
};

export const mayBecome = (from: SessionState, to: SessionState) =>
  from === to || legal[from].includes(to);

export const spotsAvailable = (s: {
  capacity: number;
  offered: number;
  enrolled: number;
  started: number;
  completed: number;
  state: SessionState;
  waitlisted: number;
}) =>
  s.state === 'active'
    ? Math.max(0, s.capacity - s.offered - s.enrolled - s.started - s.completed)
    : 0;
