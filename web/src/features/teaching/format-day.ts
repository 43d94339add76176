import { dateFormat } from '../../lib/intl/format';

/**
 * Formats a day of the calendar in UTC: in the reader's own zone, it would be the day before for
 * half of the earth.
 */
export const formatUtcDay = (day: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
