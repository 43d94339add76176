import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import type { SessionProgress } from '../../../../contracts/enrolment/session-insights';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from '../../domain/sessions/seats-taken.rule';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/** One sentence of the summary, as the key of its text. */
export type SummarySentence =
  | { key: 'nobody' | 'not_launched' | 'full' | 'closed' | 'paused' }
  | { key: 'taken'; taken: number; capacity: number }
  | { key: 'full_at'; at: string }
  | { key: 'waiting' | 'to_review' | 'stalled' | 'errors'; count: number };

/**
 * Puts the figures of a session into sentences, the most interesting first: how many people take
 * part, when the session will be full, and what waits for the researcher.
 */
export function summarizeSession(
  session: Session,
  { full_at, states }: Pick<SessionProgress, 'full_at' | 'states'>,
  now: SessionRunCounts | undefined,
): SummarySentence[] {
  const taken = takenSeatsOf(session);
  const { capacity, state, counts } = session;
  const reviewed = states.find((one) => one.state === 'completed')?.people ?? 0;
  const counted = (
    key: 'waiting' | 'to_review' | 'stalled' | 'errors',
    count: number,
  ): SummarySentence[] => (count > 0 ? [{ key, count }] : []);
  const parts: SummarySentence[] = [];
  if (session.launched_at === null) return [{ key: 'not_launched' }];
  parts.push(taken === 0 ? { key: 'nobody' } : { key: 'taken', taken, capacity });
  if (state === 'closed') parts.push({ key: 'closed' });
  else if (state === 'paused') parts.push({ key: 'paused' });
  else if (taken >= capacity) parts.push({ key: 'full' });
  else if (full_at !== null) parts.push({ key: 'full_at', at: full_at });
  parts.push(...counted('waiting', counts.waitlisted));
  // Only people who may run the session decide about participants, so others do not read how many
  // decisions wait.
  if (mayManageStudy(session.role)) parts.push(...counted('to_review', reviewed));
  parts.push(...counted('stalled', now?.stalled ?? 0), ...counted('errors', now?.errors ?? 0));
  return parts;
}
