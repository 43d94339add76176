import { days, later } from '../../platform/concurrency/clock';

/** The day (UTC) of a moment. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The end of the next day (UTC): an address that ends a whole day later tells no moment of its start. */
export const servedUntil = (now: Date): Date => new Date(`${dayOf(later(now, days(2)))}T00:00:00Z`);
