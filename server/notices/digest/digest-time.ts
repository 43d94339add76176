import { DateTime } from 'luxon';
import { hours, addMilliseconds } from '../../platform/concurrency/clock';

/** The settings of a person that decide when a mail about new studies may be sent. */
export interface DigestTimeSettings {
  /** The person's time zone by its IANA name; null means UTC. */
  zone: string | null;
  /**
   * When quiet hours begin, as `HH:MM` in the person's time zone; either both the beginning and the
   * end are set, or neither.
   */
  quiet_from: string | null;
  quiet_until: string | null;
}

/**
 * The day of the last digest, or a later day on which the job found no new studies for the person.
 */
export interface LastDigest {
  /** That day as `YYYY-MM-DD`, in the time zone that the person had at the time. */
  day: string;
  /** When the job last searched for new studies for the person; null if it never did. */
  at: Date | null;
}

/** The time of day before which no digest is sent, even if the quiet hours end earlier. */
const morning = { hour: 8, minute: 0 };
/**
 * The shortest time between two digests. It also applies if the person moves to a time zone where
 * the next day has already begun. It is shorter than a day, because the clocks may go forward
 * between two mornings.
 */
const atLeastApart = hours(20);

const startOf = (at: DateTime<boolean>, { hour, minute }: { hour: number; minute: number }) =>
  at.set({ hour, minute, second: 0, millisecond: 0 });
const read = (wall: string) => ({ hour: Number(wall.slice(0, 2)), minute: Number(wall.slice(3)) });

function isQuiet(at: DateTime<boolean>, { quiet_from, quiet_until }: DigestTimeSettings): boolean {
  if (quiet_from === null || quiet_until === null) return false;
  const wall = at.toFormat('HH:mm');
  return quiet_from < quiet_until
    ? wall >= quiet_from && wall < quiet_until
    : wall >= quiet_from || wall < quiet_until;
}

/**
 * Returns the next time at which the quiet hours end. If daylight saving skips that time, it is the
 * next time that exists.
 */
function endOfQuiet(at: DateTime<boolean>, { quiet_until }: DigestTimeSettings): DateTime<boolean> {
  const end = startOf(at, read(quiet_until ?? '00:00'));
  return end > at ? end : startOf(at.plus({ days: 1 }), read(quiet_until ?? '00:00'));
}

/** The day in the person's time zone, `YYYY-MM-DD`. */
export const localDayOf = (at: Date, { zone }: Pick<DigestTimeSettings, 'zone'>): string =>
  DateTime.fromJSDate(at, { zone: zone ?? 'utc' }).toFormat('yyyy-MM-dd');

/**
 * Returns the earliest time from `now` on at which a digest may be sent. At this time, the day of
 * the last digest is over, the morning has come, and the quiet hours have ended.
 */
export function nextDigestAt(now: Date, times: DigestTimeSettings, last?: LastDigest): Date {
  const zone = times.zone ?? 'utc';
  const earliest = last?.at
    ? Math.max(now.getTime(), addMilliseconds(last.at, atLeastApart).getTime())
    : now.getTime();
  let at: DateTime<boolean> = DateTime.fromMillis(earliest, { zone });
  if (last && at.toFormat('yyyy-MM-dd') <= last.day)
    at = DateTime.fromISO(last.day, { zone }).plus({ days: 1 }).startOf('day');
  const early = startOf(at, morning);
  if (at < early && !isQuiet(early, times)) at = early;
  if (isQuiet(at, times)) at = endOfQuiet(at, times);
  return at.toJSDate();
}
