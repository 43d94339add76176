/** Business constants, sizes and rates (docs/domain.md, 10). */
export const slotsLimits = {
  /** Bookings, moves and cancelled bookings of slots. */
  bookingsPerAccountAndHour: 60,
  /** Limit per slot for changes of its place or link, since each participant who booked it gets a mail. */
  slotPlacesPerHour: 20,
  /** Slots of one session, seats of one slot, and minutes of one. */
  slots: 1_000,
  slotSeats: 500,
  slotMinutes: 720,
  /** Hours before a slot until which people book, move and cancel, where nothing else is set. */
  slotChangeHours: 24,
  /** A seat ends so many days after its slot if no researcher noted who came. */
  attendanceDays: 7,
  /** Bookings are kept for so many days after the slot. */
  bookingDays: 30,
} as const;
