import { Injectable } from '@nestjs/common';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { days, addMilliseconds } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { exportedStateSql } from '../model/exported-state.sql';
import { rosterCandidatesSql, eventsHiddenSince, rosterStateSql } from '../model/state-of-day';

export interface PayableSpots {
  /** The number of participants who may have to be paid. */
  readonly spots: number;
  /**
   * The number of participants who may get the part of the pay that depends on their answers: those
   * who are approved, still take part, or have a decision that can still be overturned. In an
   * anonymous session all who completed count.
   */
  readonly people: number;
  readonly privacyLevel: PrivacyLevel;
  readonly closedAt: Date;
  /** Whether the number is final: no person can complete any more, and no decision can be overturned. */
  readonly isFinal: boolean;
}

/** States of participants who may still complete. */
const underWay = ['offered', 'enrolled', 'started', 'completed'];
/** Decisions that can be overturned for some time (docs/domain.md, 2). */
const decided = ['approved', 'rejected', 'nullified'];

/** Counts the participants of closed sessions who may have to be paid. */
@Injectable()
export class PayableSpotsRead {
  /**
   * Counts the participants of a closed session who may have to be paid, by the states that its
   * roster shows (state-of-day.ts). On the day on which an anonymous session closes, its roster
   * lacks the participants of that day, so there is no count before the next day.
   * `settled`: the ids of participations that need no further money, and so no spot. `owed`: the
   * ids of approved participations that are still to be paid.
   */
  async ofClosed(
    tx: Transaction,
    sessionId: string,
    { settled, owed }: { settled: readonly string[]; owed: readonly string[] },
    now: Date,
  ): Promise<PayableSpots | 'open' | 'not counted today'> {
    const [session] = await tx.query<{
      state: string;
      privacy_level: PrivacyLevel;
      closed_at: Date | null;
    }>(`SELECT state, privacy_level, closed_at FROM research.session WHERE id = $1`, [sessionId]);
    if (session?.state !== 'closed' || !session.closed_at) return 'open';
    const since = eventsHiddenSince(session.privacy_level, now);
    if (since && session.closed_at >= since) return 'not counted today';
    const [row] = await tx.query<{ spots: number; people: number; is_final: boolean }>(
      `SELECT count(*) FILTER (WHERE is_unsettled AND (may_change OR is_approved AND id = ANY($7::uuid[])))::int AS spots,
         count(*) FILTER (WHERE may_change OR is_approved OR $2::timestamptz IS NOT NULL AND exported = 'completed')::int AS people,
         coalesce(bool_and(NOT may_change) FILTER (WHERE is_unsettled), true) AS is_final
       FROM (
         SELECT p.id, p.id <> ALL ($6::uuid[]) AS is_unsettled, shown.state = 'approved' AS is_approved,
           ${exportedStateSql('p', 's.privacy_level', 'shown.state')} AS exported,
           shown.state = ANY($3::text[]) OR shown.state = ANY($4::text[]) AND shown.updated_at > $5 AS may_change
         FROM (${rosterCandidatesSql('$1', '$2')}) p, LATERAL (${rosterStateSql('p', '$2', '$1')}) shown,
           research.session s WHERE s.id = $1) counted`,
      [
        sessionId,
        since,
        underWay,
        decided,
        addMilliseconds(now, -days(enrolmentLimits.overturnDays)),
        settled,
        owed,
      ],
    );
    return {
      spots: row?.spots ?? 0,
      people: row?.people ?? 0,
      isFinal: row?.is_final ?? true,
      closedAt: session.closed_at,
      privacyLevel: session.privacy_level,
    };
  }
}
