import { Injectable } from '@nestjs/common';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { hiddenSince, stateOfDay } from '../model/state-of-day';

/** The states after which a participant may still be paid. A rejected one may be approved again. */
const claimable = ['offered', 'enrolled', 'started', 'completed', 'approved', 'rejected'] as const;

/** Counts the participants of closed sessions who may still have to be paid. */
@Injectable()
export class ClaimableSpots {
  /**
   * Counts by the states that the researcher's lists show (state-of-day.ts). On the day on which an anonymous session
   * closed, a list lacks who came today, so there is no count before the next day.
   */
  async ofClosed(
    tx: Transaction,
    sessionId: string,
    now: Date,
  ): Promise<number | 'open' | 'not counted today'> {
    const [session] = await tx.query<{
      state: string;
      privacy_level: PrivacyLevel;
      closed_at: Date | null;
    }>(`SELECT state, privacy_level, closed_at FROM research.session WHERE id = $1`, [sessionId]);
    if (session?.state !== 'closed' || !session.closed_at) return 'open';
    const since = hiddenSince(session.privacy_level, now);
    if (since && session.closed_at >= since) return 'not counted today';
    const [row] = await tx.query<{ spots: number }>(
      `SELECT count(*)::int AS spots FROM research.participation p,
         LATERAL (${stateOfDay('p', '$2')}) shown
       WHERE p.session_id = $1 AND shown.state = ANY($3::text[])`,
      [sessionId, since, claimable],
    );
    return row?.spots ?? 0;
  }
}
