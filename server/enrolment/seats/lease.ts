import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { days, addMilliseconds } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { pseudonymsInStudy } from '../links/pseudonyms';

/*
 * A participant who has booked a slot holds the seat without a deadline for the start, since the
 * slot itself is a deadline. When the booking ends, the deadline (`start_within`) applies again
 * (docs/decisions/slots.md).
 */

/** A participant who loses a booking has at least this long to book another slot. */
const toBookAnother = days(1);

/** A person's participation, with the columns that decide whether it holds a seat. */
export interface ParticipationSeat {
  id: string;
  session_id: string;
  study_id: string;
  pseudonym: Buffer;
  state: ParticipationState;
  due_at: Date | null;
}

/**
 * Reads a participation of an account.
 * @returns undefined if the participation belongs to another account or does not exist, so that the
 * caller cannot tell these cases apart
 */
export async function readSeatOfAccount(
  manager: EntityManager,
  secrets: Secrets,
  participationId: string,
  accountId: string,
): Promise<ParticipationSeat | undefined> {
  const [seat]: ParticipationSeat[] = await manager.query(
    `SELECT id, session_id, study_id, pseudonym, state, due_at
     FROM research.participation WHERE id = $1`,
    [participationId],
  );
  const isOwn =
    seat !== undefined &&
    pseudonymsInStudy(secrets, seat.study_id, accountId).some((one) => one.equals(seat.pseudonym));
  return isOwn ? seat : undefined;
}

/** Locks a participation against transitions until the transaction ends, and reads it under the lock. */
export async function lockSeatRow(
  tx: Transaction,
  id: string,
): Promise<ParticipationSeat | undefined> {
  const [seat] = await tx.query<ParticipationSeat>(
    `SELECT id, session_id, study_id, pseudonym, state, due_at
     FROM research.participation WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return seat;
}

/** Locks several participations like `lockSeatRow`, in the order of their ids; call it before the slot's row is locked. */
export async function lockSeatRows(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT id FROM research.participation WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
}

/** Removes the deadline for the start, because the participant now has an appointment. */
export async function suspendLeaseDeadline(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE research.participation SET due_at = NULL
     WHERE id = $1 AND state = 'enrolled' AND due_at IS NOT NULL`,
    [id],
  );
}

/**
 * Restores the deadline for the start after an appointment was cancelled. It is the former
 * deadline, but at least a day from now.
 * @param leases the participations that had an appointment, and each one's former deadline
 */
export async function restoreLeaseDeadlines(
  tx: Transaction,
  leases: readonly { participation_id: string; lease_until: Date | null }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE research.participation p SET due_at = greatest(l.until, $3)
     FROM unnest($1::uuid[], $2::timestamptz[]) AS l (id, until)
     WHERE p.id = l.id AND p.state = 'enrolled' AND p.due_at IS NULL`,
    [
      leases.map((lease) => lease.participation_id),
      leases.map((lease) => lease.lease_until),
      addMilliseconds(now, toBookAnother),
    ],
  );
}

/**
 * Sets the deadline of seats to now. It is called when a slot was long ago and no researcher has
 * recorded whether its participants came. The periodic job (deadlines.ts) then ends their seats.
 */
export async function endLeases(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE research.participation SET due_at = $2
     WHERE id = ANY($1::uuid[]) AND state = 'enrolled' AND due_at IS NULL`,
    [ids, now],
  );
}
