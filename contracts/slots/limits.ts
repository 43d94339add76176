/** Business constants, sizes and rates (docs/domain.md, 10). */
export const slotsLimits = {
  /** Bookings, moves and cancellations of slots per account and hour. */
  bookingsPerAccountAndHour: 60,
  /** Limit per slot for changes of its place or link, since each change sends a mail to all who booked it. */
  slotPlacesPerHour: 20,
  /** Slots of one session, seats of one slot, and minutes of one. */
  slots: 1_000,
  slotSeats: 500,
  slotMinutes: 720,
  /** Until how many hours before a slot people may book, move and cancel, unless set otherwise. */
  slotChangeHours: 24,
  /** How many days after its slot a seat ends if no researcher recorded who came. */
  attendanceDays: 7,
  /** Bookings are kept for so many days after the slot. */
  bookingDays: 30,
} as const;
