import { days, hours, later, utcDay } from '../../platform/concurrency/clock';

/** The end of the next day (UTC): an address that expires at the end of a day does not reveal when it was made. */
export const servedUntil = (now: Date): Date =>
  new Date(`${utcDay(later(now, days(2)))}T00:00:00Z`);

/**
 * Whether a run may be continued, by the day (UTC) of its last record. Tables contain no time of day, so the hours
 * are counted from the end of the day: no participant has fewer hours than promised.
 */
export const mayGoOn = (lastDay: string, within: number, now: Date): boolean =>
  now < later(new Date(`${lastDay}T00:00:00Z`), days(1) + hours(within));
