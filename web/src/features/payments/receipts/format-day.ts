import { dateTimeLocale } from '../../../lib/intl/format';

/** Formats a day (UTC) in the reader's language; the reader's time zone does not change it. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(dateTimeLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
