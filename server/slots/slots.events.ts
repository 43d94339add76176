import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const session = z.strictObject({ session_id: Id, study_id: Id });
const participation = z.strictObject({ participation_id: Id, session_id: Id, study_id: Id });

/**
 * The events of this context, with the schema of each event's data (what an event may contain:
 * contracts/base/events.ts).
 */
export const slotsEvents = {
  'slots.calendar-changed': session,
  'slots.slot-booked': participation,
  /**
   * `former_slot_id`: the slot that was booked before. Events that older versions recorded do not
   * have it.
   */
  'slots.slot-moved': z.strictObject({ ...participation.shape, former_slot_id: Id.optional() }),
  /** A reserve now has a seat in this slot. */
  'slots.moved-up': z.strictObject({ ...participation.shape, slot_id: Id }),
  /**
   * `slot_id`: the slot of the cancelled booking. Events that older versions recorded do not have
   * it.
   */
  'slots.booking-cancelled': z.strictObject({ ...participation.shape, slot_id: Id.optional() }),
  /** The place or the link of the slot has changed. */
  'slots.slot-changed': participation,
  'slots.slot-cancelled': z.strictObject({ ...participation.shape, slot_id: Id }),
  'slots.slot-ahead': participation,
} as const;

type SlotsEvents = typeof slotsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends SlotsEvents {}
}
