interface Seats {
  seats_left: number;
  reserve_seats_left: number;
}

/**
 * Returns what a participant can do with a slot. A reserve seat is offered only while no slot of
 * the same day has a free seat.
 * @param day the slots of that day, including this one
 */
export function bookingChoiceOf(slot: Seats, day: readonly Seats[]): 'book' | 'reserve' | 'full' {
  if (slot.seats_left > 0) return 'book';
  return slot.reserve_seats_left > 0 && day.every(({ seats_left }) => seats_left === 0)
    ? 'reserve'
    : 'full';
}

/**
 * Returns the place and the time zone that all slots share. If the slots differ in a value, that
 * value is null.
 */
export function commonPlaceAndZone(slots: readonly { place: string | null; zone: string }[]): {
  place: string | null;
  zone: string | null;
} {
  const [first] = slots;
  const same = (one: 'place' | 'zone') =>
    slots.every((slot) => slot[one] === first?.[one]) ? (first?.[one] ?? null) : null;
  return { place: same('place'), zone: same('zone') };
}
