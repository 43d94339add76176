/**
 * A model of people who have a seat in several studies and book slots there, written from
 * docs/decisions/slots.md without the product's code. It counts time in minutes.
 */
export interface ModelledSlot {
  /** The number of the study. */
  readonly study: number;
  readonly starts: number;
  readonly ends: number;
  readonly seats: number;
  readonly reserves: number;
}
export interface ModelledBooking {
  slot: number;
  /** The rank among the reserve bookings; null for a seat. */
  reserve: number | null;
  /** Whether the person was in reserve, got a seat, and has not been notified yet. */
  movedUp: boolean;
  /**
   * The deadline at which the server would have released the seat if the person had booked no slot.
   */
  readonly lease: number | null;
  reminded: boolean;
  over: boolean;
}
export interface ModelledParticipation {
  state: 'enrolled' | 'started' | 'completed' | 'approved' | 'withdrawn' | 'no_show' | 'timed_out';
  due: number | null;
  booking: ModelledBooking | null;
  /** The slot that was booked last, and whether the seat in the study ended with the booking. */
  former: { slot: number; withSeat: boolean } | null;
}
export interface SlotModel {
  now: number;
  readonly slots: readonly ModelledSlot[];
  readonly cancelled: Set<number>;
  /** The places, by `person:study`. */
  readonly places: Map<string, ModelledParticipation>;
  readonly events: Map<string, string[]>;
  readonly mails: Map<string, string[]>;
  fresh: [place: string, event: string, slot?: number][];
}

interface OfPlace {
  readonly who: number;
  readonly study: number;
}
export type SlotStep =
  | ({ readonly kind: 'book'; readonly slot: number; readonly reserve: boolean } & OfPlace)
  | ({ readonly kind: 'give up' | 'withdraw' | 'attend' | 'conclude' | 'no-show' } & OfPlace)
  | { readonly kind: 'cancel'; readonly slot: number }
  | { readonly kind: 'time' };
/**
 * One transaction of a step. The cancelling of a slot is one transaction, and freeing its people is
 * the next.
 */
export type AtomicSlotStep = SlotStep | { readonly kind: 'free'; readonly slot: number };

const day = 24 * 60;
export const modelledDurations = {
  lease: 8 * day,
  run: 90,
  review: 21 * day,
  limit: day,
  attendance: 7 * day,
};

export const participationKeyOf = ({ who, study }: OfPlace) => `${who}:${study}`;

export const newSlotModel = (
  slots: readonly ModelledSlot[],
  people: number,
  studies: number,
  due: number,
): SlotModel => ({
  now: 0,
  slots,
  cancelled: new Set(),
  places: new Map(
    Array.from({ length: people * studies }, (_, i) => [
      participationKeyOf({ who: Math.floor(i / studies), study: i % studies }),
      { state: 'enrolled', due, booking: null, former: null },
    ]),
  ),
  events: new Map(),
  mails: new Map(),
  fresh: [],
});
export const copyOfModel = (model: SlotModel): SlotModel => ({
  ...model,
  cancelled: new Set(model.cancelled),
  places: new Map(
    [...model.places].map(([key, place]) => [
      key,
      { ...place, booking: place.booking && { ...place.booking } },
    ]),
  ),
  events: new Map(model.events),
  mails: new Map(model.mails),
  fresh: [...model.fresh],
});

const seated = ['enrolled', 'started', 'completed', 'approved'];

function tell(model: SlotModel, key: string, event: string, slot?: number): void {
  model.events.set(key, [...(model.events.get(key) ?? []), event]);
  model.fresh.push([key, event, slot]);
}

const decided = ['approved', 'no_show'];
const told = ['timed_out', 'no_show'];
/** Decides which mail each event sends, after all simultaneous steps. */
export function decideMailsOfEvents(model: SlotModel): void {
  for (const [key, event, ofEvent] of model.fresh) {
    const place = model.places.get(key);
    const slot = place?.booking && model.slots[place.booking.slot];
    const comes = slot !== undefined && slot !== null && slot.ends > model.now;
    const isSeated = place !== undefined && seated.includes(place.state);
    const { booking = null, former = null } = place ?? {};
    const isOut = (withSeat: boolean) =>
      booking === null &&
      former?.withSeat === withSeat &&
      (model.slots[former.slot]?.ends ?? 0) > model.now;
    const hasSeat = booking?.slot === ofEvent && booking?.reserve === null;
    // If the seat in the study ended together with the booking, the mail about the seat already
    // removes the entry from the calendar.
    const isToldBefore = former?.withSeat === true && told.includes(place?.state ?? '');
    const isCancelled =
      booking === null &&
      former?.slot === ofEvent &&
      (model.slots[ofEvent ?? -1]?.ends ?? 0) > model.now &&
      !isToldBefore;
    const left = place?.state === 'timed_out' ? 'timed-out' : isOut(true) ? 'slot-given-up' : null;
    const mail = {
      'slots.slot-booked': isSeated && comes ? 'slot-booked' : null,
      'slots.slot-moved': isSeated && comes ? 'slot-moved' : null,
      'slots.moved-up':
        isSeated && hasSeat && slot && slot.starts > model.now ? 'slot-moved-up' : null,
      'slots.booking-cancelled': isOut(false) && former?.slot === ofEvent ? 'slot-given-up' : null,
      'slots.slot-ahead': isSeated && comes ? 'slot-ahead' : null,
      'slots.slot-cancelled': isCancelled ? 'slot-cancelled' : null,
      'enrolment.participant-left': left,
      'enrolment.participant-decided': decided.includes(place?.state ?? '') ? 'decided' : null,
    }[event];
    if (mail) model.mails.set(key, [...(model.mails.get(key) ?? []), mail]);
  }
  model.fresh = [];
}

const slotOf = ({ slots }: SlotModel, number: number): ModelledSlot => {
  const slot = slots[number];
  if (!slot) throw new Error('no such slot');
  return slot;
};
const bookingsOf = ({ places }: SlotModel, slot: number): ModelledBooking[] =>
  [...places.values()].flatMap(({ booking }) => (booking?.slot === slot ? [booking] : []));
const taken = (model: SlotModel, slot: number, reserve: boolean) =>
  bookingsOf(model, slot).filter((one) => (one.reserve !== null) === reserve).length;
/** Whether the slot begins so soon that a booking of it can no longer be changed. */
const isLate = (model: SlotModel, slot: number) =>
  slotOf(model, slot).starts - modelledDurations.limit < model.now ||
  slotOf(model, slot).starts <= model.now;

/** Gives a freed seat to the person in reserve who booked first. */
function moveUp(model: SlotModel, slot: number): void {
  if (model.cancelled.has(slot) || taken(model, slot, false) >= slotOf(model, slot).seats) return;
  const [first] = bookingsOf(model, slot)
    .filter(({ reserve }) => reserve !== null)
    .sort((a, b) => (a.reserve ?? 0) - (b.reserve ?? 0));
  if (!first) return;
  first.reserve = null;
  first.movedUp = true;
}

/**
 * Notifies each person who got a seat from the reserve of a slot, unless the person was already
 * notified. Without `study`, notifies people of all studies.
 */
function tellMovedUp(model: SlotModel, study?: number): void {
  for (const [key, { booking }] of model.places) {
    if (!booking?.movedUp) continue;
    if (study !== undefined && slotOf(model, booking.slot).study !== study) continue;
    booking.movedUp = false;
    tell(model, key, 'slots.moved-up', booking.slot);
  }
}

function leave(model: SlotModel, place: ModelledParticipation): void {
  const { booking } = place;
  place.booking = null;
  if (booking) place.former = { slot: booking.slot, withSeat: !seated.includes(place.state) };
  if (booking?.reserve === null) moveUp(model, booking.slot);
}

/**
 * Applies a step.
 * @returns the response that the server must give: a state, `done` or an error code
 */
export function applyStep(model: SlotModel, act: AtomicSlotStep): string {
  switch (act.kind) {
    case 'cancel':
      if (model.cancelled.has(act.slot)) return 'not_found';
      model.cancelled.add(act.slot);
      return 'done';
    case 'free':
      for (const [key, place] of model.places)
        if (place.booking?.slot === act.slot) {
          giveBack(model, place);
          tell(model, key, 'slots.slot-cancelled', act.slot);
        }
      return 'done';
    case 'time':
      return passTime(model);
    case 'book':
    case 'give up':
    case 'withdraw':
    case 'attend':
    case 'conclude':
    case 'no-show': {
      const place = model.places.get(participationKeyOf(act));
      if (!place) throw new Error('nobody there');
      if (act.kind === 'book') return book(model, participationKeyOf(act), place, act);
      if (act.kind === 'give up') return giveUp(model, participationKeyOf(act), place);
      return move(model, participationKeyOf(act), place, act.kind);
    }
  }
}

/**
 * Ends a booking. The seat gets back its former deadline, or a deadline in one day, whichever is
 * later.
 */
function giveBack(model: SlotModel, place: ModelledParticipation): void {
  const lease = place.booking?.lease ?? null;
  leave(model, place);
  if (place.state === 'enrolled' && place.due === null)
    place.due = Math.max(lease ?? 0, model.now + day);
}

function book(
  model: SlotModel,
  key: string,
  place: ModelledParticipation,
  { slot, reserve, who }: Extract<SlotStep, { kind: 'book' }>,
): string {
  const { study, starts, ends, seats, reserves } = slotOf(model, slot);
  if (model.cancelled.has(slot) || !key.endsWith(`:${study}`)) return 'not_found';
  if (place.state !== 'enrolled') return 'illegal_transition';
  const former = place.booking;
  if (former?.slot === slot) return 'done';
  if (former && !model.cancelled.has(former.slot) && isLate(model, former.slot))
    return 'slot_too_late';
  if (isLate(model, slot)) return 'slot_too_late';
  const isFree = taken(model, slot, false) < seats;
  if (!isFree && !(reserve && taken(model, slot, true) < reserves)) return 'slot_full';
  // A person cannot be in two places at the same time, whatever the studies.
  for (const [other, { booking }] of model.places) {
    if (other === key || !other.startsWith(`${who}:`) || !booking) continue;
    const theirs = slotOf(model, booking.slot);
    if (theirs.starts < ends && starts < theirs.ends) return 'slot_overlap';
  }
  const last = Math.max(0, ...bookingsOf(model, slot).map((one) => one.reserve ?? 0));
  place.booking = {
    slot,
    reserve: isFree ? null : last + 1,
    movedUp: false,
    lease: former ? former.lease : place.due,
    reminded: starts <= model.now + day,
    over: false,
  };
  if (former?.reserve === null) moveUp(model, former.slot);
  place.due = null;
  if (!former) place.former = null;
  tell(model, key, former ? 'slots.slot-moved' : 'slots.slot-booked');
  if (former) tellMovedUp(model, study);
  return 'done';
}

function giveUp(model: SlotModel, key: string, place: ModelledParticipation): string {
  if (!place.booking) return 'done';
  if (place.state !== 'enrolled') return 'illegal_transition';
  if (isLate(model, place.booking.slot)) return 'slot_too_late';
  const { slot } = place.booking;
  const { study } = slotOf(model, slot);
  giveBack(model, place);
  tell(model, key, 'slots.booking-cancelled', slot);
  tellMovedUp(model, study);
  return 'done';
}

const moves = {
  withdraw: { from: ['enrolled', 'started'], to: 'withdrawn', event: 'left' },
  attend: { from: ['enrolled'], to: 'started', event: 'started' },
  conclude: { from: ['started'], to: 'completed', event: 'completed' },
  'no-show': { from: ['enrolled'], to: 'no_show', event: 'decided' },
} as const;

function move(
  model: SlotModel,
  key: string,
  place: ModelledParticipation,
  kind: keyof typeof moves,
): string {
  const { from, to, event } = moves[kind];
  if (place.state === to) return to;
  if (!from.some((state) => state === place.state)) return 'illegal_transition';
  if (kind === 'attend' && place.due !== null && place.due <= model.now)
    return 'illegal_transition';
  const { booking } = place;
  if (kind === 'no-show' && booking && !model.cancelled.has(booking.slot))
    if (slotOf(model, booking.slot).starts > model.now) return 'slot_ahead';
  place.state = to;
  place.due =
    to === 'started'
      ? model.now + modelledDurations.run
      : to === 'completed'
        ? model.now + modelledDurations.review
        : null;
  if (to === 'withdrawn') leave(model, place);
  tell(model, key, `enrolment.participant-${event}`);
  return to;
}

/**
 * Applies what the present time causes: reminders on the day before a slot, the end of seats whose
 * attendance no researcher recorded, and deadlines.
 */
function passTime(model: SlotModel): string {
  for (const [key, { booking }] of model.places) {
    if (!booking || booking.reminded || model.cancelled.has(booking.slot)) continue;
    const { starts } = slotOf(model, booking.slot);
    if (starts <= model.now || starts > model.now + day) continue;
    booking.reminded = true;
    tell(model, key, 'slots.slot-ahead');
  }
  for (const place of model.places.values()) {
    const { booking } = place;
    if (!booking || booking.over) continue;
    if (slotOf(model, booking.slot).ends + modelledDurations.attendance > model.now) continue;
    booking.over = true;
    if (place.state === 'enrolled' && place.due === null) place.due = model.now;
  }
  tellMovedUp(model);
  for (const [key, place] of model.places) {
    if (place.due === null || place.due > model.now) continue;
    place.due = null;
    if (place.state === 'completed') {
      place.state = 'approved';
      tell(model, key, 'enrolment.participant-decided');
    } else {
      place.state = 'timed_out';
      leave(model, place);
      tell(model, key, 'enrolment.participant-left');
    }
  }
  return 'done';
}
