/**
 * A month of the calendar in UTC, `YYYY-MM`. The order of such texts is the order of the months.
 */
export const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

export const beginningOfMonth = (month: string): string => `${month}-01T00:00:00.000Z`;

/**
 * Returns the latest month before which records may be deleted, so that even the newest deleted
 * record is at least `kept` months old.
 */
export const latestDeletableBefore = (now: Date, kept: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept, 1)).toISOString().slice(0, 7);
