import type { Transaction } from '../../platform/db/unit-of-work';
import type { SessionMoney } from '../launch/session-money';
import type { AllowedTransition } from './legal-transition';

/**
 * Makes sure that a participant has a seat again when a decision about the participant is
 * overturned. The decision freed the seat, and another participant may have taken it since. If all
 * seats are taken, the session gets one more seat. In an anonymous session, each overturned
 * decision adds a seat, even if seats are free: otherwise the number of seats would reveal events
 * of today. Lack of money does not prevent an added seat: the participant is entitled to it.
 */
export async function ensureSeatsForOverturned(
  tx: Transaction,
  money: SessionMoney,
  allowed: readonly AllowedTransition[],
  now: Date,
): Promise<void> {
  const overturned = allowed.filter(({ request }) => request.action === 'overturn');
  const bySession = new Map<string, AllowedTransition[]>();
  for (const one of overturned)
    bySession.set(one.row.session_id, [...(bySession.get(one.row.session_id) ?? []), one]);
  for (const [sessionId, [first, ...others]] of bySession) {
    const changed = await tx.query<{ id: string }>(
      `UPDATE research.session SET capacity = CASE WHEN privacy_level = 'anonymous' THEN capacity + $2
         ELSE offered + enrolled + started + completed + $2 END
       WHERE id = $1 AND (privacy_level = 'anonymous'
         OR capacity < offered + enrolled + started + completed + $2)
       RETURNING id`,
      [sessionId, 1 + others.length],
    );
    if (changed.length === 0 || !first) continue;
    await money.hold(tx, sessionId, 'possible', now);
    tx.record(
      'enrolment.session-changed',
      { session_id: sessionId, study_id: first.row.study_id },
      first.request.request_id,
    );
  }
}
