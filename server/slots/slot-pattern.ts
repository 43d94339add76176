import { DateTime } from 'luxon';
import { parseTimeWindow, type AddedSlots, type NewSlots } from '../../contracts/slots/slot-plans';

/**
 * The times of new slots, and the local times at which no slot is made (`skipped`). `twice`: local
 * times that occur twice because the clock goes back.
 */
export interface PlannedSlotTimes {
  times: { starts_at: Date; ends_at: Date }[];
  skipped: AddedSlots['skipped'];
  twice: string[];
}

const dayMs = 86_400_000;
const dayMinutes = 1_440;
const padded = (n: number) => String(n).padStart(2, '0');
/**
 * Returns the local time on a day, from the minutes since midnight. If there are more minutes than
 * a day has, the time is on the next day.
 */
function wallAt(day: string, minutes: number): string {
  const [days, rest] = [Math.floor(minutes / dayMinutes), minutes % dayMinutes];
  const on = new Date(Date.parse(`${day}T12:00Z`) + days * dayMs).toISOString().slice(0, 10);
  return `${on}T${padded(Math.floor(rest / 60))}:${padded(rest % 60)}`;
}

/**
 * Converts a local time in a zone to an instant; null for a time that does not exist, because the
 * clock goes forward. For a time that occurs twice, returns the first instant, as in RFC 5545, 3.3.5.
 * @param wall `2027-05-03T09:30`
 */
export function instantOfLocalTime(
  wall: string,
  zone: string,
): { at: Date; twice: boolean } | null {
  const read = DateTime.fromISO(wall, { zone });
  if (!read.isValid || read.toFormat("yyyy-MM-dd'T'HH:mm") !== wall) return null;
  const possible = read.getPossibleOffsets();
  const first = Math.min(...possible.map((one) => one.toMillis()));
  return { at: new Date(first), twice: possible.length > 1 };
}

/** Returns the local time in a time zone at a given moment. */
export const localTimeOf = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");

/** Yields the days between two days, both included, that fall on one of these weekdays. */
function* daysOf(from: string, to: string, weekdays: readonly number[]): Generator<string> {
  // Each day is represented by noon in UTC, where clocks never change. So adding 24 hours always
  // leads to the next day.
  for (let at = Date.parse(`${from}T12:00Z`); at <= Date.parse(`${to}T12:00Z`); at += dayMs) {
    const day = new Date(at);
    if (weekdays.includes(day.getUTCDay() || 7)) yield day.toISOString().slice(0, 10);
  }
}

/** Yields the local times at which slots begin, in order. */
function* wallStarts(asked: NewSlots): Generator<string> {
  if (asked.kind === 'one') {
    yield asked.starts;
    return;
  }
  const step = asked.duration_minutes + (asked.gap_minutes ?? 0);
  const windows = asked.times
    .map(parseTimeWindow)
    .filter(({ from, to }) => from + asked.duration_minutes <= to)
    .sort((a, b) => a.from - b.from);
  // No time window is long enough for a slot. Without this return, the loops below could visit
  // every day of ten thousand years and yield nothing.
  if (windows.length === 0) return;
  for (const day of daysOf(asked.from, asked.to, asked.weekdays))
    for (const { from, to } of windows)
      for (let at = from; at + asked.duration_minutes <= to; at += step) yield wallAt(day, at);
}

/**
 * Computes the times of the requested slots from their pattern, which is in local time. A slot
 * keeps its duration even if the clock changes during it.
 * @param limit the highest number of slots
 * @returns null if the request would make more slots than `limit`
 */
export function planSlotTimes(asked: NewSlots, now: Date, limit: number): PlannedSlotTimes | null {
  const made: PlannedSlotTimes = { times: [], skipped: [], twice: [] };
  let free = 0;
  let looked = 0;
  for (const starts of wallStarts(asked)) {
    if (++looked > 2 * limit) return null;
    const moment = instantOfLocalTime(starts, asked.zone);
    if (moment === null) made.skipped.push({ starts, reason: 'missing' });
    else if (moment.at <= now) made.skipped.push({ starts, reason: 'past' });
    else if (moment.at.getTime() < free) made.skipped.push({ starts, reason: 'overlap' });
    else {
      if (made.times.length === limit) return null;
      if (moment.twice) made.twice.push(starts);
      free = moment.at.getTime() + asked.duration_minutes * 60_000;
      made.times.push({ starts_at: moment.at, ends_at: new Date(free) });
    }
  }
  return made;
}
