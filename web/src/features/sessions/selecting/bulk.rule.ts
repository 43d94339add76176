import type { Session, SessionState } from '../../../../../contracts/enrolment/sessions';
import { mayManageStudy } from '../../../domain/collaborators/role.rule';

export const bulkActions = ['pause', 'resume', 'close'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const stateAfterBulkAction = {
  pause: 'paused',
  resume: 'active',
  close: 'closed',
} as const satisfies Record<BulkAction, SessionState>;

/**
 * Whether the action is possible for this session (docs/domain.md, 2). Launching is not among the
 * actions: a session is launched only on its own page, where the researcher reads what people will
 * see.
 */
export function isBulkActionPossible(
  bulk: BulkAction,
  { state, role, consent_withdrawn }: Pick<Session, 'state' | 'role' | 'consent_withdrawn'>,
): boolean {
  if (!mayManageStudy(role)) return false;
  if (bulk === 'close') return state !== 'closed';
  return bulk === 'pause' ? state === 'active' : state === 'paused' && !consent_withdrawn;
}
