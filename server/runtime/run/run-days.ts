import { days, hours, addMilliseconds, utcDay } from '../../platform/concurrency/clock';

/**
 * The time until which a run's files are served: the end of the next day (UTC). Since it is the end
 * of a day, it does not reveal when the address of the files was made.
 */
export const filesServedUntil = (now: Date): Date =>
  new Date(`${utcDay(addMilliseconds(now, days(2)))}T00:00:00Z`);

/**
 * Whether a run may be continued `within` so many hours of the day (UTC) of its last record. Tables
 * contain no time of day, so the hours are counted from the end of that day: participants have at
 * least the promised hours.
 */
export const mayRunContinue = (lastDay: string, within: number, now: Date): boolean =>
  now < addMilliseconds(new Date(`${lastDay}T00:00:00Z`), days(1) + hours(within));
