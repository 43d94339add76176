interface Seats {
  seats_left: number;
  reserve_seats_left: number;
}

/**
 * The choice that a slot offers. A reserve seat is offered only while no slot of its day has a free seat.
 * @param day the slots of its day, including this one
 */
export function bookingChoiceOf(slot: Seats, day: readonly Seats[]): 'book' | 'reserve' | 'full' {
  if (slot.seats_left > 0) return 'book';
  return slot.reserve_seats_left > 0 && day.every(({ seats_left }) => seats_left === 0)
    ? 'reserve'
    : 'full';
}

/** The place and the zone that all slots have in common; null if they differ. */
export function commonPlaceAndZone(slots: readonly { place: string | null; zone: string }[]): {
  place: string | null;
  zone: string | null;
} {
  const [first] = slots;
  const same = (one: 'place' | 'zone') =>
    slots.every((slot) => slot[one] === first?.[one]) ? (first?.[one] ?? null) : null;
  return { place: same('place'), zone: same('zone') };
}
