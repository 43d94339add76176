import type { DataSource, EntityManager } from 'typeorm';
import type { ErrorCode } from '../../../contracts/base/errors';
import type { Participation } from '../../../contracts/participations';
import { later, minutes, type Clock } from '../../platform/concurrency/clock';
import { randomId, timeOrderedId } from '../../platform/db/ids';
import { rewardOf } from '../sessions/session.rule';
import { allocateSeats, type Outcome, type SeatRequest } from './seat-allocation.rule';
import { lockSessions, readSeats, writeAllocated, type SeatRow } from './seat-statements';

/** A person who asks for a seat, with everything that is known before the session is locked. */
export interface Applicant {
  session_id: string;
  study_id: string;
  /** Hexadecimal, 128 bits. */
  pseudonym: string;
  account_id: string;
  wants_waitlist: boolean;
  /** The study allows one participation per person, whatever the session. */
  exclusive: boolean;
  refusal?: ErrorCode;
  reasons?: string[];
  consent: { id: string; version: number; sha256: string };
  start_within_minutes: number;
  study_title: string;
  duration_minutes: number;
  locale: string;
  request_id: string;
}

export type SeatResult =
  | { kind: 'allocated' | 'present'; participation: Participation }
  | { kind: 'refused'; code: ErrorCode; capacity: number }
  /** A unique index holds a participation of this person that the read did not see yet. */
  | { kind: 'conflict' };

interface Decision {
  applicant: Applicant;
  /** Absent where the session does not exist. */
  seats: SeatRow | undefined;
  outcome: Outcome;
}

/**
 * Allocates seats to a batch of applicants in one transaction: lock the sessions, read seats and
 * earlier participations, decide (seat-allocation.rule.ts), write.
 * @param likelyFull decide on committed rows first. If that state gives no seat to any applicant,
 * it refuses as well as locked rows would, and no transaction is needed.
 * @returns one result for each applicant, in their order.
 */
export async function runSeatTransaction(
  source: DataSource,
  clock: Clock,
  applicants: readonly Applicant[],
  likelyFull: boolean,
): Promise<SeatResult[]> {
  if (likelyFull) {
    const decisions = await readAndDecide(source, applicants, clock.now());
    if (decisions.every((d) => d.outcome.kind !== 'allocated')) return resultsOf(decisions);
  }
  const sessions = new Set(applicants.map((a) => a.session_id));
  for (;;) {
    const results = await source.transaction(async (manager) => {
      await lockSessions(manager, [[...sessions]]);
      const now = clock.now();
      const decisions = await readAndDecide(manager, applicants, now);
      // A revived participation may leave another session, whose counts change too. All locks must
      // be taken in order, so the transaction starts again with that session among the first.
      const left = decisions.flatMap(({ outcome }) =>
        outcome.kind === 'allocated' && outcome.revives && !sessions.has(outcome.revives.session_id)
          ? [outcome.revives.session_id]
          : [],
      );
      for (const id of left) sessions.add(id);
      return left.length > 0 ? undefined : write(manager, decisions, now);
    });
    if (results) return results;
  }
}

async function readAndDecide(
  on: DataSource | EntityManager,
  applicants: readonly Applicant[],
  now: Date,
): Promise<Decision[]> {
  const rows = await readSeats(on, [
    applicants.map((a) => a.session_id),
    applicants.map((a) => a.study_id),
    applicants.map((a) => Buffer.from(a.pseudonym, 'hex')),
    now,
  ]);
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

const requestOf = (a: Applicant, seats: SeatRow | undefined): SeatRequest => ({
  session_id: a.session_id,
  person: `${a.exclusive ? a.study_id : a.session_id}:${a.pseudonym}`,
  wants_waitlist: a.wants_waitlist,
  refusal: a.refusal,
  earlier: seats?.earlier_id
    ? {
        id: seats.earlier_id,
        session_id: seats.earlier_session_id,
        state: seats.earlier_state,
        has_started: seats.earlier_has_started,
      }
    : undefined,
});

async function write(
  manager: EntityManager,
  decisions: readonly Decision[],
  now: Date,
): Promise<SeatResult[]> {
  const records = decisions.map(({ applicant, outcome }) =>
    outcome.kind === 'allocated' ? recordOf(applicant, outcome, now) : undefined,
  );
  const asked = records.filter((record) => record !== undefined);
  const written =
    asked.length === 0 ? [] : await writeAllocated(manager, [JSON.stringify(asked), now]);
  const createdAt = new Map(written.map((row) => [row.id, row.created_at]));
  return resultsOf(decisions, (i) => {
    const record = records[i];
    const created_at = record && createdAt.get(record.id);
    return created_at && { ...record, created_at, updated_at: now };
  });
}

/** A record of `asked` in writeAllocated. */
function recordOf(
  a: Applicant,
  { state, revives }: Extract<Outcome, { kind: 'allocated' }>,
  now: Date,
) {
  const waits = state === 'waitlisted';
  return {
    id: revives?.id ?? randomId(),
    revives: revives !== undefined,
    session_id: a.session_id,
    study_id: a.study_id,
    pseudonym: a.pseudonym,
    account_id: a.account_id,
    state,
    exclusive: a.exclusive,
    waiting_since: waits ? now : null,
    due_at: waits ? null : later(now, minutes(a.start_within_minutes)),
    agreement_id: randomId(),
    consent_id: a.consent.id,
    consent_version: a.consent.version,
    sha256: a.consent.sha256,
    locale: a.locale,
    event_id: timeOrderedId(),
    event_name: `enrolment.participant-${state}`,
    request_id: a.request_id,
  };
}

/** A participation as it stands in the table. */
interface Stored {
  id: string;
  session_id: string;
  state: Participation['state'];
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** @param writtenAt what the transaction wrote for the decision at a position. */
function resultsOf(
  decisions: readonly Decision[],
  writtenAt: (i: number) => Stored | undefined = () => undefined,
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
      const stored = outcome.kind === 'present' ? earlierOf(seats) : writtenAt(i);
      results.push(
        stored && seats
          ? { kind: outcome.kind, participation: viewOf(stored, applicant, seats) }
          : { kind: 'conflict' },
      );
    }
  });
  return results;
}

const earlierOf = (seats: SeatRow | undefined): Stored | undefined =>
  seats?.earlier_id
    ? {
        id: seats.earlier_id,
        session_id: seats.earlier_session_id,
        state: seats.earlier_state,
        due_at: seats.earlier_due_at,
        created_at: seats.earlier_created_at,
        updated_at: seats.earlier_updated_at,
      }
    : undefined;

/** As participationView would give it, without reading the session's snapshot again. */
const viewOf = (stored: Stored, a: Applicant, seats: SeatRow): Participation => ({
  _id: stored.id,
  session_id: stored.session_id,
  study_id: a.study_id,
  study_title: a.study_title,
  state: stored.state,
  reward: rewardOf(seats),
  duration_minutes: a.duration_minutes,
  due_at: stored.due_at?.toISOString() ?? null,
  created_at: stored.created_at.toISOString(),
  updated_at: stored.updated_at.toISOString(),
});
