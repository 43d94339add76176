import { Injectable } from '@nestjs/common';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { days, later } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { candidatesOf, hiddenSince, stateOfDay } from '../model/state-of-day';

export interface ClaimableSpots {
  /** The participants who may have to be paid. */
  readonly spots: number;
  readonly closedAt: Date;
  /** Whether the number stays: none of them is under way, and no decision can be overturned any more. */
  readonly isFinal: boolean;
}

/** Participants who may still complete. */
const underWay = ['offered', 'enrolled', 'started', 'completed'];
/** Decisions that can be overturned for a time (docs/domain.md, 2). */
const decided = ['approved', 'rejected', 'nullified'];

/** Counts the participants of closed sessions who may have to be paid. */
@Injectable()
export class ClaimableSpotsRead {
  /**
   * Counts by the states that the researcher's lists show (state-of-day.ts). On the day on which an anonymous session
   * closed, a list lacks who came today, so there is no count before the next day.
   * @param of `settled`: participations that need no further money, and are left out; `owed`: those whose approval is
   *   still to be paid
   */
  async ofClosed(
    tx: Transaction,
    sessionId: string,
    { settled, owed }: { settled: readonly string[]; owed: readonly string[] },
    now: Date,
  ): Promise<ClaimableSpots | 'open' | 'not counted today'> {
    const [session] = await tx.query<{
      state: string;
      privacy_level: PrivacyLevel;
      closed_at: Date | null;
    }>(`SELECT state, privacy_level, closed_at FROM research.session WHERE id = $1`, [sessionId]);
    if (session?.state !== 'closed' || !session.closed_at) return 'open';
    const since = hiddenSince(session.privacy_level, now);
    if (since && session.closed_at >= since) return 'not counted today';
    const [row] = await tx.query<{ spots: number; is_final: boolean }>(
      `SELECT count(*) FILTER (WHERE shown.state = ANY($3::text[]) OR shown.state = 'approved' AND p.id = ANY($7::uuid[])
           OR shown.state = ANY($4::text[]) AND shown.updated_at > $5)::int AS spots,
         coalesce(bool_and(shown.state <> ALL ($3::text[])
           AND (shown.state <> ALL ($4::text[]) OR shown.updated_at <= $5)), true) AS is_final
       FROM (${candidatesOf('$1', '$2')}) p, LATERAL (${stateOfDay('p', '$2', '$1')}) shown
       WHERE p.id <> ALL ($6::uuid[])`,
      [
        sessionId,
        since,
        underWay,
        decided,
        later(now, -days(enrolmentLimits.overturnDays)),
        settled,
        owed,
      ],
    );
    return { spots: row?.spots ?? 0, isFinal: row?.is_final ?? true, closedAt: session.closed_at };
  }
}
