import type { Language } from '../../contracts/base/languages';
import type english from '../../locales/en/server-mail.json';
import { Texts } from '../platform/i18n/texts';

/** The texts that all mails share. */
export const mailTexts = new Texts<typeof english>('server-mail');

/** The language, the region and the time zone by which dates and times are formatted. */
export interface ReaderLocale {
  language: Language;
  zone?: string | null | undefined;
  region?: string | null | undefined;
}

/**
 * Returns the locale of the language in the reader's region. It decides whether the day or the
 * month comes first, and whether the clock has 12 or 24 hours. Ignores a region in which the
 * language is written in another script.
 */
export function localeFor({ language, region }: ReaderLocale): string {
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

const format = (reader: ReaderLocale, at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeFor(reader), { ...options, timeZone: reader.zone ?? 'UTC' }).format(
    at,
  );

/**
 * Formats a time, followed by the name of its time zone: the recipient's if known, otherwise UTC.
 */
export function formatMoment(reader: ReaderLocale, at: Date): string {
  const written = format(reader, at, { dateStyle: 'long', timeStyle: 'short' });
  return reader.zone ? `${written} (${reader.zone})` : `${written} UTC`;
}
/** Formats a day in the recipient's time zone, if known. */
export const formatDay = (reader: ReaderLocale, at: Date) =>
  format(reader, at, { dateStyle: 'long' });
