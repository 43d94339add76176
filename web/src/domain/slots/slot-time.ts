import { dateFormat } from '../../lib/intl/format';

interface Times {
  starts_at: string;
  ends_at: string;
  zone: string;
}
/** The day of a slot by the clock of its zone: "Monday, 3 May 2027". */
export const slotDayText = ({ starts_at, zone }: Times) =>
  dateFormat({ dateStyle: 'full', timeZone: zone }).format(new Date(starts_at));

/** The hours of a slot, "10:00 – 11:00", by the clock of its own zone or of another one. */
export const slotHoursText = ({ starts_at, ends_at, zone }: Times, inZone = zone) =>
  dateFormat({ timeStyle: 'short', timeZone: inZone }).formatRange(
    new Date(starts_at),
    new Date(ends_at),
  );

/**
 * "10:00 – 11:00 (Europe/Berlin)". The zone is shown because two people in different zones may
 * agree on a slot.
 */
export const slotHoursAndZoneText = (slot: Times) => `${slotHoursText(slot)} (${slot.zone})`;

/** The day and the hours of a slot: "Monday, 3 May 2027, 10:00 – 11:00 (Europe/Berlin)". */
export const slotDayAndHoursText = (slot: Times) =>
  `${slotDayText(slot)}, ${slotHoursAndZoneText(slot)}`;

/** The start of a slot by the clock of its zone: "10:00". */
export const slotStartText = ({ starts_at, zone }: Times) =>
  dateFormat({ timeStyle: 'short', timeZone: zone }).format(new Date(starts_at));

export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The slot's time in the reader's zone, with the day if that differs; null if it equals the time in
 * the slot's zone.
 */
export function timeInOtherZone(slot: Times, zone = browserZone()): string | null {
  const wall = (timeZone: string) =>
    dateFormat({ dateStyle: 'short', timeStyle: 'short', timeZone }).format(
      new Date(slot.starts_at),
    );
  if (wall(zone) === wall(slot.zone)) return null;
  const hours = slotHoursText(slot, zone);
  const there = { ...slot, zone };
  return slotDayKey(there) === slotDayKey(slot) ? hours : `${slotDayText(there)}, ${hours}`;
}

/**
 * The day on which the slot starts in its zone, as `2027-05-03`; used to group the slots of a day.
 */
export const slotDayKey = ({ starts_at, zone }: Times): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(
    new Date(starts_at),
  );

/** Groups slots by their day, in the order of their start. */
export function groupSlotsByDay<S extends Times>(
  slots: readonly S[],
): { day: string; slots: S[] }[] {
  const days = new Map<string, S[]>();
  for (const slot of slots) {
    const day = slotDayKey(slot);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return [...days].map(([day, of]) => ({ day, slots: of }));
}

/** The participant's tag in groups of four characters, so that people can read it aloud. */
export const spacedParticipantTag = (tag: string) => tag.match(/.{1,4}/g)?.join(' ') ?? tag;
