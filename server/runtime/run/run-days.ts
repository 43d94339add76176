import { days, hours, addMilliseconds, utcDay } from '../../platform/concurrency/clock';

/**
 * Returns the time until which a run's files are served: the end of the next day (UTC). Since this
 * is the end of a day, it does not reveal when the address of the files was made.
 */
export const filesServedUntil = (now: Date): Date =>
  new Date(`${utcDay(addMilliseconds(now, days(2)))}T00:00:00Z`);

/**
 * Whether a run may still be continued `within` hours after its last record. Tables contain only the
 * day (UTC) of that record, so the hours are counted from the end of the day.
 */
export const mayRunContinue = (lastDay: string, within: number, now: Date): boolean =>
  now < addMilliseconds(new Date(`${lastDay}T00:00:00Z`), days(1) + hours(within));
