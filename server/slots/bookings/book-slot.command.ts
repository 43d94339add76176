import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { slotsLimits } from '../../../contracts/slots/limits';
import type { Caller } from '../../access/caller';
import {
  suspendLeaseDeadline,
  lockSeatRow,
  readSeatOfAccount,
  type ParticipationSeat,
} from '../../enrolment/seats/lease';
import { Clock, days, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { reservePersonTime } from './booked-times';
import { judgeBooking, type LockedSlot } from './booking.rule';
import { recordPromotedReserves } from './promoted-reserves';
import { slotsRateLimits } from '../slots.rate-limits';

/**
 * Books a slot for a participant who holds a seat (a place in the session). If the participant has
 * booked another slot, moves the booking to this one. Repeating the call changes nothing.
 */
export class BookSlot extends Command<void> {
  constructor(
    readonly participationId: string,
    readonly slotId: string,
    readonly wantsReserve: boolean,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Locks the participation first, then its slots in the order of their ids, then the booking: all
 * code that changes bookings locks in this order, so that no two transactions deadlock. It does not
 * lock the session's row.
 */
@CommandHandler(BookSlot)
export class BookSlotHandler implements ICommandHandler<BookSlot> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found, illegal_transition, consent_invalid, slot_full, slot_overlap,
   * slot_too_late, too_many_requests
   */
  async execute({ participationId, slotId, wantsReserve, caller }: BookSlot): Promise<void> {
    const { account_id } = caller.person;
    await this.limit.consume(slotsRateLimits.booking, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const own = await readSeatOfAccount(tx.manager, this.secrets, participationId, account_id);
        const seat = own && (await lockSeatRow(tx, own.id));
        if (!seat) throw new DomainError('not_found');
        const former = await bookingOfParticipation(tx, seat.id);
        const slots = await lockSlotRows(tx, [slotId, ...(former ? [former.slot_id] : [])]);
        const { consent_withdrawn, change_until_hours } = await bookingTermsOfSession(
          tx,
          seat.session_id,
        );
        // Reads the time after the locks, since the latest time for a booking may pass while the
        // transaction waits for them.
        const now = this.clock.now();
        const verdict = judgeBooking(now, {
          ...seat,
          consent_withdrawn,
          slot: slots.get(slotId),
          former: former && slots.get(former.slot_id),
          wantsReserve,
          limitHours: change_until_hours,
        });
        if (verdict.kind === 'refused')
          throw new DomainError(verdict.code, { hours: change_until_hours, from: seat.state });
        const slot = slots.get(slotId);
        if (verdict.kind === 'already' || !slot) return;
        await writeBooking(tx, seat, slot, verdict.kind === 'reserve', now);
        await reservePersonTime(tx, this.secrets, account_id, seat.id, slot);
        await suspendLeaseDeadline(tx, seat.id);
        const { session_id, study_id } = seat;
        const ids = { participation_id: seat.id, session_id, study_id };
        if (!former) return tx.record('slots.slot-booked', ids);
        tx.record('slots.slot-moved', { ...ids, former_slot_id: former.slot_id });
        await recordPromotedReserves(tx, session_id);
      },
      { requestId: caller.request_id, turn: slotId },
    );
  }
}

/**
 * Reads the booking of a participation. The caller must have locked the participation. Under this
 * lock, the booking can disappear only if a researcher cancels the slot.
 */
export async function bookingOfParticipation(
  tx: Transaction,
  participationId: string,
): Promise<{ slot_id: string; lease_until: Date | null } | undefined> {
  const [booking] = await tx.query<{ slot_id: string; lease_until: Date | null }>(
    `SELECT slot_id, lease_until FROM research.booking WHERE participation_id = $1`,
    [participationId],
  );
  return booking;
}

export async function lockSlotRows(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, LockedSlot>> {
  const rows = await tx.query<LockedSlot>(
    `SELECT id, session_id, starts_at, ends_at, cancelled, seats, reserve_seats, booked, reserves
     FROM research.slot WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function bookingTermsOfSession(
  tx: Transaction,
  sessionId: string,
): Promise<{ consent_withdrawn: boolean; change_until_hours: number }> {
  const [terms] = await tx.query<{ consent_withdrawn: boolean; change_until_hours: number }>(
    `SELECT coalesce(c.state = 'invalid', false) AS consent_withdrawn, p.change_until_hours
     FROM research.slot_plan p
     JOIN research.recruitment r ON r.id = p.session_id
     LEFT JOIN research.consent_document c ON c.id = r.consent_id
     WHERE p.session_id = $1`,
    [sessionId],
  );
  return terms ?? { consent_withdrawn: false, change_until_hours: slotsLimits.slotChangeHours };
}

/** Writes the booking in one statement, so that the trigger takes the new seat before it frees the old one. */
async function writeBooking(
  tx: Transaction,
  seat: ParticipationSeat,
  slot: LockedSlot,
  isReserve: boolean,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO research.booking (participation_id, slot_id, reserve_no, lease_until, is_reminded, expires_at)
     VALUES ($1, $2, CASE WHEN $3::boolean THEN (
       SELECT coalesce(max(reserve_no), 0) + 1 FROM research.booking WHERE slot_id = $2) END, $4, $5, $6)
     ON CONFLICT (participation_id) DO UPDATE SET slot_id = excluded.slot_id,
       reserve_no = excluded.reserve_no, is_reminded = excluded.is_reminded,
       expires_at = excluded.expires_at, is_lease_over = false, is_moved_up = false`,
    [
      seat.id,
      slot.id,
      isReserve,
      seat.due_at,
      // A participant who books during the last 24 hours before the slot needs no reminder, since
      // they have just got the confirmation.
      slot.starts_at <= addMilliseconds(now, hours(24)),
      addMilliseconds(slot.ends_at, days(slotsLimits.bookingDays)),
    ],
  );
}
