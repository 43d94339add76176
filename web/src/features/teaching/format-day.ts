import { dateFormat } from '../../lib/intl/format';

/** A calendar day of UTC: in the reader's zone, it would be the day before for half of the earth. */
export const formatDay = (day: string): string =>
  dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
