import { z } from 'zod';
import { researchersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { hasAnyChange, Day, Id, IdParams, Instant, PageQuery, pageSchemaOf } from '../base/fields';
import { ParticipationState } from '../enrolment/participations';
import {
  AddedSlots,
  slotVideoLink,
  NewSlots,
  slotLocation,
  slotReserveSeats,
  slotSeatCount,
} from './slot-plans';

/** The study kinds whose participants come to a slot (docs/domain.md, 6). */
export const slotKinds = ['onsite', 'video'] as const;
export type SlotKind = (typeof slotKinds)[number];
/**
 * Returns the kind of slots that the participants of a study book; null if the study has no slots.
 * @param runtime the runtime settings of a launch or of the study; null if the study has none
 */
export const slotKindOf = (runtime: { kind: string } | null): SlotKind | null =>
  slotKinds.find((kind) => kind === runtime?.kind) ?? null;

const slot = {
  _id: Id,
  starts_at: Instant,
  ends_at: Instant,
  zone: z.string(),
  place: z.string().nullable(),
};

/**
 * A slot as the researchers of the session see it: with numbers of bookings, without participants.
 */
export const Slot = z
  .object({
    ...slot,
    link: z.string().nullable(),
    seats: z.int(),
    reserve_seats: z.int(),
    booked: z.int(),
    reserves: z.int(),
  })
  .meta({ id: 'Slot' });
export type Slot = z.output<typeof Slot>;

export const SlotCalendar = z
  .object({
    kind: z.enum(slotKinds).nullable(),
    study_title: z.string(),
    /** The place that the study's settings state: the default place of new slots. */
    study_place: z.string().nullable(),
    /** Participants can book, move or cancel until this many hours before the slot starts. */
    change_until_hours: z.int(),
    /**
     * Whether the attendance list shows the slot of each participant, or only its day
     * (docs/domain.md, 4).
     */
    shows: z.enum(['slot', 'day']),
    slots: z.array(Slot),
  })
  .meta({ id: 'SlotCalendar' });
export type SlotCalendar = z.output<typeof SlotCalendar>;

/**
 * A participant who has booked a slot. `entry` addresses the line in a decision (`PUT
 * /api/sessions/{id}/roster/{entry}/`). In an anonymous session, a line has a tag and the day, and nothing
 * else.
 */
export const AttendanceEntry = z
  .object({
    entry: z.string(),
    tag: z.string(),
    state: ParticipationState,
    day: Day,
    slot_id: Id.nullable(),
    starts_at: Instant.nullable(),
    reserve: z.boolean().nullable(),
  })
  .meta({ id: 'Attendance' });
export type AttendanceEntry = z.output<typeof AttendanceEntry>;

/** A calendar as a file (RFC 5545). */
export const CalendarFile = z
  .object({ name: z.string(), ics: z.string() })
  .meta({ id: 'CalendarFile' });

export const Booking = z
  .object({
    slot: z.object({ ...slot, link: z.string().nullable() }),
    /** Whether the participant is a reserve, who comes in case another participant does not. */
    reserve: z.boolean(),
    /** The time until which the participant may move or cancel the booking. */
    change_until: Instant,
  })
  .meta({ id: 'Booking' });
export const SlotBookingOptions = z
  .object({
    /** The session; its live topic `slots:` announces changes of the slots. */
    session_id: Id,
    /** Whether the state of the participation allows a booking. */
    may_book: z.boolean(),
    kind: z.enum(slotKinds).nullable(),
    /**
     * The participant's tag. The participant says it on arrival, and the researcher finds it on the
     * attendance list.
     */
    tag: z.string(),
    booking: Booking.nullable(),
    /**
     * The last slot that the participant had booked and no longer has, if it has not begun yet. The
     * participant can remove it from their calendar. Null while the participant has a booking.
     */
    former: z
      .object({
        slot: z.object(slot).omit({ place: true }),
        /** Whether the booking ended because the researchers cancelled the slot. */
        called_off: z.boolean(),
      })
      .nullable(),
    change_until_hours: z.int(),
    slots: z.array(z.object({ ...slot, seats_left: z.int(), reserve_seats_left: z.int() })),
  })
  .meta({ id: 'SlotChoice' });
export type SlotBookingOptions = z.output<typeof SlotBookingOptions>;

const managed = { ...researchersOnly, policy: 'slot.manage' } as const;
const own = { ...signedIn, policy: 'slot.book' } as const;

export const listSlots = endpoint('GET', '/api/sessions/{id}/slots/', {
  summary: 'The slots of an own session',
  access: { ...managed, token: { scope: 'read', study: 'session' } },
  params: IdParams,
  replies: { 200: SlotCalendar },
  errors: ['forbidden'],
  compressed: true,
});
export const addSlots = endpoint('POST', '/api/sessions/{id}/slots/', {
  summary: 'Add a slot, or those of a weekly pattern',
  access: { ...managed, token: { scope: 'manage', study: 'session' } },
  params: IdParams,
  body: NewSlots,
  replies: { 201: AddedSlots },
  errors: ['forbidden', 'too_many_slots', 'no_slots_here', 'session_closed'],
});
export const setSlotChangeDeadline = endpoint('PUT', '/api/sessions/{id}/slots/', {
  summary: 'Until when people book, move and cancel',
  access: { ...managed, token: { scope: 'manage', study: 'session' } },
  params: IdParams,
  body: z.strictObject({ change_until_hours: z.int().min(0).max(336) }),
  replies: { 200: z.object({ change_until_hours: z.int() }) },
  errors: ['forbidden'],
});
export const changeSlot = endpoint('PUT', '/api/slots/{id}/', {
  summary: 'Change where a slot is and how many come; its time never changes',
  access: { ...managed, token: { scope: 'manage', study: 'slot' } },
  params: IdParams,
  body: z
    .strictObject({
      seats: slotSeatCount,
      reserve_seats: slotReserveSeats,
      place: slotLocation.nullable(),
      link: slotVideoLink.nullable(),
    })
    .partial()
    .refine(hasAnyChange, { error: 'nothing_to_change' }),
  replies: { 200: Slot },
  errors: ['forbidden', 'capacity_below_taken', 'too_many_requests'],
});
export const cancelSlot = endpoint('DELETE', '/api/slots/{id}/', {
  summary: 'Cancel a slot; those who booked it are told',
  access: { ...managed, token: { scope: 'manage', study: 'slot' } },
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden'],
});
export const listAttendance = endpoint('GET', '/api/sessions/{id}/attendance/', {
  summary: 'Who is expected, by tag, as far as the privacy level lets the researcher know',
  access: { ...managed, token: { scope: 'export', study: 'session' } },
  params: IdParams,
  query: z.object({ day: Day.optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(AttendanceEntry) },
  errors: ['forbidden'],
});
export const readSlotCalendar = endpoint('GET', '/api/sessions/{id}/slots/calendar/', {
  summary: 'The slots of an own session as a calendar file',
  access: { ...managed, token: { scope: 'read', study: 'session' } },
  params: IdParams,
  replies: { 200: CalendarFile },
  errors: ['forbidden'],
});

export const readSlotBookingOptions = endpoint('GET', '/api/participations/{id}/slots/', {
  summary: 'The own booking, and the slots to choose from',
  access: own,
  params: IdParams,
  replies: { 200: SlotBookingOptions },
});
export const bookSlot = endpoint('PUT', '/api/participations/{id}/slot/', {
  summary: 'Book a slot, or move to another one',
  access: own,
  params: IdParams,
  body: z.strictObject({
    slot_id: Id,
    /** Whether the participant agrees to come as a reserve if no seat is left. */
    reserve: z.literal(true).optional(),
  }),
  replies: { 200: SlotBookingOptions },
  errors: [
    'illegal_transition',
    'consent_invalid',
    'slot_full',
    'slot_overlap',
    'slot_too_late',
    'too_many_requests',
  ],
});
export const cancelBooking = endpoint('DELETE', '/api/participations/{id}/slot/', {
  summary: 'Cancel the own booking; the place in the study stays',
  access: own,
  params: IdParams,
  replies: { 200: SlotBookingOptions },
  errors: ['illegal_transition', 'slot_too_late', 'too_many_requests'],
});
export const readBookingCalendar = endpoint('GET', '/api/participations/{id}/slot/calendar/', {
  summary: 'The own booking as a calendar file, or one that takes it out of a calendar',
  access: own,
  params: IdParams,
  query: z.object({
    /**
     * The id of a slot that the participant had booked and no longer has. With this id, the
     * calendar file removes the slot from the participant's calendar.
     */
    given_up: Id.optional(),
  }),
  replies: { 200: CalendarFile },
});
