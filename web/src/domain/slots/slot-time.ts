import { dateFormat } from '../../lib/intl/format';

interface Times {
  starts_at: string;
  ends_at: string;
  zone: string;
}
/** Formats the day of a slot by the clock of its zone: "Monday, 3 May 2027". */
export const slotDayText = ({ starts_at, zone }: Times) =>
  dateFormat({ dateStyle: 'full', timeZone: zone }).format(new Date(starts_at));

/** Formats the hours of a slot by the clock of its own zone or of `inZone`: "10:00 – 11:00". */
export const slotHoursText = ({ starts_at, ends_at, zone }: Times, inZone = zone) =>
  dateFormat({ timeStyle: 'short', timeZone: inZone }).formatRange(
    new Date(starts_at),
    new Date(ends_at),
  );

/**
 * Formats the hours and the zone of a slot: "10:00 – 11:00 (Europe/Berlin)". The text names the
 * zone, because the researcher and the participant may be in different zones.
 */
export const slotHoursAndZoneText = (slot: Times) => `${slotHoursText(slot)} (${slot.zone})`;

/** Formats the day and hours of a slot: "Monday, 3 May 2027, 10:00 – 11:00 (Europe/Berlin)". */
export const slotDayAndHoursText = (slot: Times) =>
  `${slotDayText(slot)}, ${slotHoursAndZoneText(slot)}`;

/** Formats the start of a slot by the clock of its zone: "10:00". */
export const slotStartText = ({ starts_at, zone }: Times) =>
  dateFormat({ timeStyle: 'short', timeZone: zone }).format(new Date(starts_at));

export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Formats the slot's time in the reader's zone, with the day if the day differs. Returns null if
 * the time equals the time in the slot's zone.
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
 * Returns the day on which the slot starts in its zone, as `2027-05-03`, to group slots by day.
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

/** Splits a participant's tag into groups of four characters, so that people can read it aloud. */
export const spacedParticipantTag = (tag: string) => tag.match(/.{1,4}/g)?.join(' ') ?? tag;
