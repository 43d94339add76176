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
   * Until how many hours before a slot participants may book, move and cancel, unless the session
   * sets another limit.
   */
  slotChangeHours: 24,
  /**
   * How many days after the slot a participant's seat ends if no researcher has recorded whether
   * they came.
   */
  attendanceDays: 7,
  /** For how many days after the slot bookings are kept. */
  bookingDays: 30,
} as const;
