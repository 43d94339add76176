import type { DataSource } from 'typeorm';
import type { ErrorCode } from '../../../contracts/base/errors';
import type { Participation } from '../../../contracts/enrolment/participations';
import type { Clock } from '../../platform/concurrency/clock';
import { participationView } from '../model/participation-view';
import type { SeatApplicant } from './applicant';
import { lockSessionRows } from './lock-sessions';
import { readLockedSeats, readSeats, type SeatRow } from './read-seats';
import { allocateSeats, type SeatOutcome, type SeatRequest } from './seat-allocation.rule';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import { writeSeats, type StoredParticipation } from './write-seats';

export type SeatResult =
  | { kind: 'allocated' | 'present'; participation: Participation }
  | { kind: 'refused'; code: ErrorCode; capacity: number }
  /**
   * A unique index refused the participation. After this transaction had read the participations,
   * another transaction created a participation of the same person.
   */
  | { kind: 'conflict' };

interface Decision {
  applicant: SeatApplicant;
  /**
   * The seats and the earlier participation as they were read; absent if the session does not
   * exist.
   */
  seats: SeatRow | undefined;
  outcome: SeatOutcome;
}

export interface SeatTransactionOptions {
  /**
   * Whether to decide without locks first, since the sessions are probably full. If this decision
   * gives no applicant a seat, it is valid, and no transaction is needed.
   */
  likelyFull: boolean;
  /** Whether to wait for sessions that another transaction has locked, instead of returning `rowLockedElsewhere`. */
  waits: boolean;
}

/**
 * Allocates seats to a batch of applicants in one transaction: locks the sessions
 * (lock-sessions.ts), reads seats and earlier participations (read-seats.ts), decides
 * (seat-allocation.rule.ts), writes (write-seats.ts).
 * @returns one result for each applicant, in their order.
 */
export async function runSeatTransaction(
  source: DataSource,
  clock: Clock,
  applicants: readonly SeatApplicant[],
  { likelyFull, waits }: SeatTransactionOptions,
): Promise<(SeatResult | typeof rowLockedElsewhere)[]> {
  if (likelyFull) {
    const decisions = decide(applicants, await readSeats(source, applicants, clock.now()));
    if (decisions.every((d) => d.outcome.kind !== 'allocated')) return resultsOf(decisions);
  }
  const sessions = new Set(applicants.map((a) => a.session_id));
  const aside = new Set<SeatApplicant>();
  for (;;) {
    const results = await source.transaction(async (manager) => {
      const locked = await lockSessionRows(manager, sessions, waits);
      for (const a of applicants) if (!waits && !locked.has(a.session_id)) aside.add(a);
      const asked = applicants.filter((a) => !aside.has(a));
      if (asked.length === 0) return [];
      // Reads the time after the lock, since the session may end while the transaction waits for
      // it.
      const now = clock.now();
      const decisions = decide(asked, await readLockedSeats(manager, asked, now));
      // If an earlier participation moves to the requested session, the counts of its former
      // session change, too. So the former session must also be locked. All sessions must be locked
      // in the order of their ids, so the transaction starts again. If another transaction has
      // locked the former session, the next attempt leaves out the applicant.
      const leaving = decisions.filter(({ outcome }) => {
        const left = leftBy(outcome);
        return left !== undefined && !locked.has(left);
      });
      const tried = new Set(sessions);
      for (const { applicant, outcome } of leaving) {
        const left = leftBy(outcome) ?? '';
        if (tried.has(left)) aside.add(applicant);
        else sessions.add(left);
      }
      if (leaving.length > 0) return undefined;
      return resultsOf(decisions, await writeSeats(manager, decisions, now));
    });
    if (!results) continue;
    const next = results.values();
    return applicants.map((a) =>
      aside.has(a) ? rowLockedElsewhere : (next.next().value ?? { kind: 'conflict' }),
    );
  }
}

/** Returns the session that a participation leaves because it is revived in another session. */
const leftBy = (outcome: SeatOutcome): string | undefined =>
  outcome.kind === 'allocated' ? outcome.revives?.session_id : undefined;

function decide(applicants: readonly SeatApplicant[], rows: readonly SeatRow[]): Decision[] {
  const sessions = new Map(rows.map((row) => [row.session_id, row]));
  const byPosition = new Map(rows.map((row) => [Number(row.i) - 1, row]));
  const outcomes = allocateSeats(
    sessions,
    applicants.map((a, i) => requestOf(a, byPosition.get(i))),
  );
  return applicants.map((applicant, i) => ({
    applicant,
    seats: byPosition.get(i),
    outcome: outcomes[i] ?? { kind: 'refused', code: 'internal' },
  }));
}

const requestOf = (a: SeatApplicant, seats: SeatRow | undefined): SeatRequest => ({
  session_id: a.session_id,
  person: `${a.exclusive ? a.study_id : a.session_id}:${a.account_id}`,
  wants_waitlist: a.wants_waitlist,
  refusal: a.refusal,
  earlier: seats?.earlier_id
    ? {
        id: seats.earlier_id,
        session_id: seats.earlier_session_id,
        state: seats.earlier_state,
        has_started: seats.earlier_has_started,
        other_level: seats.earlier_other_level,
      }
    : undefined,
});

/**
 * Makes the result for each applicant, in the order of the decisions.
 * @param written the participations that the transaction wrote, each at the index of its decision
 */
function resultsOf(
  decisions: readonly Decision[],
  written: readonly (StoredParticipation | undefined)[] = [],
): SeatResult[] {
  const results: SeatResult[] = [];
  decisions.forEach(({ applicant, seats, outcome }, i) => {
    if (outcome.kind === 'refused') {
      results.push({ kind: 'refused', code: outcome.code, capacity: seats?.capacity ?? 0 });
    } else if (outcome.kind === 'duplicate') {
      const first = results[outcome.of];
      results.push(
        first?.kind === 'allocated'
          ? { kind: 'present', participation: first.participation }
          : { kind: 'conflict' },
      );
    } else {
      const stored = outcome.kind === 'present' ? earlierOf(seats) : written[i];
      results.push(
        stored && seats
          ? { kind: outcome.kind, participation: viewOf(stored, applicant, seats) }
          : { kind: 'conflict' },
      );
    }
  });
  return results;
}

const earlierOf = (seats: SeatRow | undefined): StoredParticipation | undefined =>
  seats?.earlier_id
    ? {
        id: seats.earlier_id,
        session_id: seats.earlier_session_id,
        state: seats.earlier_state,
        due_at: seats.earlier_due_at,
        reason: seats.earlier_reason,
        data_withdrawn_on: seats.earlier_data_withdrawn_on,
        has_started: seats.earlier_has_started,
        consent_withdrawn: seats.earlier_consent_withdrawn,
        paused: seats.earlier_paused,
        created_at: seats.earlier_created_at,
        updated_at: seats.earlier_updated_at,
      }
    : undefined;

/**
 * Makes the response for an applicant. The terms of the session come from the applicant, so the
 * session's snapshot is not read again.
 */
const viewOf = (stored: StoredParticipation, a: SeatApplicant, seats: SeatRow): Participation =>
  participationView({
    reason: null,
    data_withdrawn_on: null,
    has_started: false,
    consent_withdrawn: false,
    paused: false,
    ...stored,
    // Only a rejection has a category, and a rejected participant cannot enrol, so there is none
    // here.
    category: null,
    study_id: a.study_id,
    study_title: a.study_title,
    runs_outside: a.runs_outside,
    runs_here: a.runs_here,
    duration_minutes: a.duration_minutes,
    by_appointment: a.by_appointment,
    researcher_concludes: a.researcher_concludes,
    reward_amount: seats.reward_amount,
    reward_currency: seats.reward_currency,
    payment_terms: a.payment_terms,
    payer: seats.payer,
  });
