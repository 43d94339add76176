import type { Session, SessionState } from '../../../../../contracts/enrolment/sessions';
import { mayRun } from '../../../domain/collaborators/role.rule';

export const bulkActions = ['pause', 'resume', 'close'] as const;
export type Bulk = (typeof bulkActions)[number];

export const stateAfter = {
  pause: 'paused',
  resume: 'active',
  close: 'closed',
} as const satisfies Record<Bulk, SessionState>;

/**
 * Whether the action is possible for this session (docs/domain.md, 2). Launching is not among the
 * actions: a session is launched only on its own page, where the researcher reads what people will
 * see.
 */
export function isPossibleFor(
  bulk: Bulk,
  { state, role, consent_withdrawn }: Pick<Session, 'state' | 'role' | 'consent_withdrawn'>,
): boolean {
  if (!mayRun(role)) return false;
  if (bulk === 'close') return state !== 'closed';
  return bulk === 'pause' ? state === 'active' : state === 'paused' && !consent_withdrawn;
}
