import { DateTime } from 'luxon';
import { hours, later } from '../../platform/concurrency/clock';

/** The settings of a person that decide when an email about new studies may go out. */
export interface DigestTimes {
  /** The person's time zone, by its IANA name; null is read as UTC. */
  zone: string | null;
  /**
   * When quiet hours begin, as `HH:MM` in the person's time zone; either both the beginning and the end are set, or
   * neither.
   */
  quiet_from: string | null;
  quiet_until: string | null;
}

/** The last digest, or a later day on which the job found no new studies. */
export interface LastDigest {
  /** The day as `YYYY-MM-DD`, in the time zone that the person had then. */
  day: string;
  /** When the job last decided about a mail; null where it never did. */
  at: Date | null;
}

/** Digests are not sent earlier in the day, even where the quiet hours allow it. */
const morning = { hour: 8, minute: 0 };
/**
 * The pause also holds after a move to another zone, where the next day has begun already. It is less than a
 * day, so that the clock may go forward between two mornings.
 */
const atLeastApart = hours(20);

const startOf = (at: DateTime<boolean>, { hour, minute }: { hour: number; minute: number }) =>
  at.set({ hour, minute, second: 0, millisecond: 0 });
const read = (wall: string) => ({ hour: Number(wall.slice(0, 2)), minute: Number(wall.slice(3)) });

function isQuiet(at: DateTime<boolean>, { quiet_from, quiet_until }: DigestTimes): boolean {
  if (quiet_from === null || quiet_until === null) return false;
  const wall = at.toFormat('HH:mm');
  return quiet_from < quiet_until
    ? wall >= quiet_from && wall < quiet_until
    : wall >= quiet_from || wall < quiet_until;
}

/**
 * The next time at which the quiet hours end. A time that daylight saving skips is moved to the next one that exists.
 */
function endOfQuiet(at: DateTime<boolean>, { quiet_until }: DigestTimes): DateTime<boolean> {
  const end = startOf(at, read(quiet_until ?? '00:00'));
  return end > at ? end : startOf(at.plus({ days: 1 }), read(quiet_until ?? '00:00'));
}

/** The day, `YYYY-MM-DD`, that the person's clock shows. */
export const dayOf = (at: Date, { zone }: Pick<DigestTimes, 'zone'>): string =>
  DateTime.fromJSDate(at, { zone: zone ?? 'utc' }).toFormat('yyyy-MM-dd');

/**
 * The first moment, not before `now`, at which a digest may go out: on a later day than the last one,
 * in the morning or after it, and not in the quiet hours. `now` itself where it may go out now.
 */
export function nextDigestAt(now: Date, times: DigestTimes, last?: LastDigest): Date {
  const zone = times.zone ?? 'utc';
  const earliest = last?.at
    ? Math.max(now.getTime(), later(last.at, atLeastApart).getTime())
    : now.getTime();
  let at: DateTime<boolean> = DateTime.fromMillis(earliest, { zone });
  if (last && at.toFormat('yyyy-MM-dd') <= last.day)
    at = DateTime.fromISO(last.day, { zone }).plus({ days: 1 }).startOf('day');
  const early = startOf(at, morning);
  if (at < early && !isQuiet(early, times)) at = early;
  if (isQuiet(at, times)) at = endOfQuiet(at, times);
  return at.toJSDate();
}
