import type { LiveRunCounts } from '../../../lib/live/live-runs';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from '../../../domain/sessions/seats-taken.rule';
import { mayManageStudy } from '../../../domain/collaborators/role.rule';

/** A task for the researcher, shown with a link. */
export type ResearcherTask =
  | { kind: 'unread'; count: number }
  | {
      kind: 'errors' | 'full' | 'waiting' | 'closes' | 'consent_withdrawn';
      session: Session;
      /** The number that the task is about: runs with errors, waiting people, or free spots. */
      count: number;
    };

const dayMs = 86_400_000;
const order = ['errors', 'consent_withdrawn', 'unread', 'full', 'waiting', 'closes'] as const;

/**
 * Lists the tasks of the researcher, the most urgent first: runs with errors, a withdrawn consent
 * form in a session with participants, messages, people on a waiting list, a session that closes
 * within a day and has free spots. It ignores closed sessions, and sessions that the person may not
 * run.
 */
export function researcherTasksOf(
  sessions: readonly Session[],
  runs: LiveRunCounts,
  unread: number,
  now: number,
): ResearcherTask[] {
  const found: ResearcherTask[] = unread > 0 ? [{ kind: 'unread', count: unread }] : [];
  for (const session of sessions) {
    const { state, role, counts, closes_at, spots_available } = session;
    if (state === 'closed' || !mayManageStudy(role) || session.launched_at === null) continue;
    const errors = runs[session._id]?.errors ?? 0;
    if (errors > 0) found.push({ kind: 'errors', session, count: errors });
    const people = takenSeatsOf(session) - counts.completed + counts.waitlisted;
    if (session.consent_withdrawn && people > 0)
      found.push({ kind: 'consent_withdrawn', session, count: people });
    else if (counts.waitlisted > 0 && state === 'active' && spots_available === 0)
      found.push({ kind: 'full', session, count: counts.waitlisted });
    else if (counts.waitlisted > 0 && state === 'paused')
      found.push({ kind: 'waiting', session, count: counts.waitlisted });
    const left = closes_at === null ? Infinity : Date.parse(closes_at) - now;
    if (state === 'active' && left > 0 && left <= dayMs && spots_available > 0)
      found.push({ kind: 'closes', session, count: spots_available });
  }
  return found.sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || closing(a) - closing(b),
  );
}

const closing = (need: ResearcherTask): number =>
  need.kind === 'unread' || need.session.closes_at === null
    ? Number.MAX_SAFE_INTEGER
    : Date.parse(need.session.closes_at);
