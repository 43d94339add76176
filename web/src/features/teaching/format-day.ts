import { dateFormat } from '../../lib/intl/format';

/**
 * Formats a calendar day. The time zone must be UTC: in the reader's own zone, people west of
 * Greenwich would see the day before.
 */
export const formatUtcDay = (day: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
