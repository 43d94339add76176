import type { Language } from '../../contracts/base/languages';
import type english from '../../locales/en/server-mail.json';
import { Texts } from '../platform/i18n/texts';

/** The texts that all mails share. */
export const mailTexts = new Texts<typeof english>('server-mail');

/** The language, region and time zone in which a time is formatted. */
export interface Reader {
  language: Language;
  zone?: string | null | undefined;
  region?: string | null | undefined;
}

/**
 * The language as it is written in the reader's region: whether the day or the month comes first, and how many
 * hours the clock has. A region that uses another script for the language is ignored.
 */
export function localeFor({ language, region }: Reader): string {
  const otherwise = language === 'en' ? 'en-GB' : language;
  if (!region) return otherwise;
  try {
    const own = new Intl.Locale(language);
    const there = new Intl.Locale(own.language, { region });
    return own.maximize().script === there.maximize().script ? there.toString() : otherwise;
  } catch {
    return otherwise;
  }
}

const format = (reader: Reader, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeFor(reader), { ...options, timeZone: reader.zone ?? 'UTC' }).format(
    at,
  );

/** Formats a time with the name of the zone: the recipient's, where it is known, else UTC. */
export function moment(reader: Reader, at: Date): string {
  const written = format(reader, at, { dateStyle: 'long', timeStyle: 'short' });
  return reader.zone ? `${written} (${reader.zone})` : `${written} UTC`;
}
/** Formats a day in the recipient's time zone, where it is known. */
export const day = (reader: Reader, at: Date) => format(reader, at, { dateStyle: 'long' });
