import { z } from 'zod';

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
/**
 * A name of the IANA time zone database, such as `Europe/Berlin`. Zones without clock changes, such
 * as `UTC` and `Etc/GMT+5`, are also allowed.
 */
export const TimeZone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, { error: 'invalid' })
  .refine(isZone, { error: 'invalid' });

/**
 * The region of a locale: a country by ISO 3166-1, or a part of the world by UN M49 (`419`). It decides how
 * dates and times are written.
 */
export const Region = z.string().regex(/^(?:[A-Z]{2}|[0-9]{3})$/, { error: 'invalid' });

/*
 * The time zone that a browser reports for a person who has not chosen one. A zone that this server
 * does not know (`Etc/Unknown`, or one newer than its database) counts as absent, so that the
 * request is not refused because of it.
 */
export const ReportedTimeZone = TimeZone.optional().catch(undefined);
export const ReportedRegion = Region.optional().catch(undefined);
