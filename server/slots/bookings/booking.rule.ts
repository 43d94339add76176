import type { ErrorCode } from '../../../contracts/base/errors';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { slotGridMinutes } from '../../../contracts/slots/slot-plans';

const hourMs = 3_600_000;
const pieceMs = slotGridMinutes * 60_000;

/** A slot that the caller has locked. */
export interface LockedSlot {
  id: string;
  session_id: string;
  starts_at: Date;
  ends_at: Date;
  cancelled: boolean;
  seats: number;
  reserve_seats: number;
  booked: number;
  reserves: number;
}

/** Returns the latest time at which participants may book a slot, or move or cancel a booking. */
export const bookingChangeDeadline = (slot: { starts_at: Date }, limitHours: number): Date =>
  new Date(slot.starts_at.getTime() - limitHours * hourMs);

const isLate = (slot: { starts_at: Date }, limitHours: number, now: Date) =>
  bookingChangeDeadline(slot, limitHours) < now || slot.starts_at <= now;

export type BookingVerdict =
  | { kind: 'seat' | 'reserve' | 'already' }
  | { kind: 'refused'; code: ErrorCode };

interface Asked {
  state: ParticipationState;
  session_id: string;
  consent_withdrawn: boolean;
  /** The slot that the participant wants; undefined if no slot has the requested id. */
  slot: LockedSlot | undefined;
  /** The participant's present slot. */
  former: LockedSlot | undefined;
  wantsReserve: boolean;
  limitHours: number;
}

/**
 * Decides whether a participant gets a slot: a seat, a place as reserve, or a refusal
 * (docs/decisions/slots.md). The caller must have locked the slots.
 */
export function judgeBooking(now: Date, asked: Asked): BookingVerdict {
  const { slot, former, limitHours } = asked;
  const refused = (code: ErrorCode) => ({ kind: 'refused', code }) as const;
  if (!slot || slot.cancelled || slot.session_id !== asked.session_id) return refused('not_found');
  if (asked.state !== 'enrolled') return refused('illegal_transition');
  if (asked.consent_withdrawn) return refused('consent_invalid');
  if (former?.id === slot.id) return { kind: 'already' };
  if (former && !former.cancelled && isLate(former, limitHours, now))
    return refused('slot_too_late');
  if (isLate(slot, limitHours, now)) return refused('slot_too_late');
  if (slot.booked < slot.seats) return { kind: 'seat' };
  return asked.wantsReserve && slot.reserves < slot.reserve_seats
    ? { kind: 'reserve' }
    : refused('slot_full');
}

/**
 * Decides whether a participant may cancel a booking. The caller must have locked the slot.
 * @returns the refusal; undefined where the booking may be cancelled
 */
export function judgeCancelling(
  now: Date,
  state: ParticipationState,
  slot: LockedSlot,
  limitHours: number,
): ErrorCode | undefined {
  if (state !== 'enrolled') return 'illegal_transition';
  return isLate(slot, limitHours, now) ? 'slot_too_late' : undefined;
}

/** Returns the numbers of the five-minute intervals of a slot, counted since 1970. */
export function bookingIntervalsOf({
  starts_at,
  ends_at,
}: {
  starts_at: Date;
  ends_at: Date;
}): number[] {
  const first = Math.floor(starts_at.getTime() / pieceMs);
  const end = Math.ceil(ends_at.getTime() / pieceMs);
  return Array.from({ length: end - first }, (_, i) => first + i);
}
