import { momentLocale } from '../../../lib/intl/format';

/** Formats a day (UTC) in the reader's language, as the same day in every time zone. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(momentLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
