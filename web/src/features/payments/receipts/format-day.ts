import { momentLocale } from '../../../lib/intl/format';

/** A day (UTC) as its reader writes it, whatever the reader's zone is. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(momentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
