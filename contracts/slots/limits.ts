/** Business constants, sizes and rates (docs/domain.md, 10). */
export const slotsLimits = {
  /** How many bookings, moves and cancellations of slots one account may make per hour. */
  bookingsPerAccountAndHour: 60,
  /**
   * How often the place or link of one slot may be changed, since each change sends a mail to all
   * who booked the slot.
   */
  slotPlacesPerHour: 20,
  /** The most slots of one session, seats of one slot, and minutes of one slot. */
  slots: 1_000,
  slotSeats: 500,
  slotMinutes: 720,
  /**
   * Participants may book, move and cancel until this many hours before the slot, unless the
   * session sets another limit.
   */
  slotChangeHours: 24,
  /**
   * If no researcher records whether a participant came, the participant loses the seat this many
   * days after the slot.
   */
  attendanceDays: 7,
  /** For how many days after the slot bookings are kept. */
  bookingDays: 30,
} as const;
