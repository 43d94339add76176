import i18next from 'i18next';
import { limits } from '../../../../contracts/base/limits';
import { localeOfDateTimes } from './locale-of-moments';
import { serverNow } from '../http/server-clock';

export { localeOfDateTimes } from './locale-of-moments';

export const currentLanguage = () => i18next.resolvedLanguage ?? 'en';

export const dateTimeLocale = () => localeOfDateTimes(currentLanguage(), navigator.languages);

/** Joins words with the language's commas and "and". */
export const formatList = (words: readonly string[]) =>
  new Intl.ListFormat(currentLanguage()).format(words);
export const formatNumber = (value: number) =>
  new Intl.NumberFormat(currentLanguage()).format(value);

/** Returns the decimal sign of the reader's language: "4,50" in German. */
export const decimalSign = () =>
  new Intl.NumberFormat(currentLanguage()).formatToParts(0.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.';

const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * Returns a cached formatter. Making one costs a hundred times as much as using it, and a dashboard
 * formats hundreds of dates.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const locale = dateTimeLocale();
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
const instant = (at: string | Date) => (typeof at === 'string' ? new Date(at) : at);
export const formatDate = (at: string | Date) =>
  dateFormat({ dateStyle: 'long' }).format(instant(at));
/** Formats day and time in a short form, for a line of a list. */
export const formatMoment = (at: string | Date) =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(instant(at));
/**
 * Formats the day with its weekday, and the time with its zone: for times at which a person must
 * act, and for `title` attributes. The zone is shown because two people who agree on a time may be
 * in different zones.
 */
export const formatDateTime = (at: string | Date) =>
  dateFormat({
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  }).format(instant(at));

/** Returns the option for showing the year of a date; no option if it is the present year. */
const yearOf = (at: Date) =>
  at.getFullYear() === new Date(serverNow()).getFullYear() ? {} : ({ year: 'numeric' } as const);
const ahead = (at: Date): Intl.DateTimeFormatOptions => ({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  ...yearOf(at),
});
/** Formats a time as "Sat 28 Nov, 04:13", the shortest form that has the weekday. */
export const formatWeekdayTime = (at: string | Date) =>
  dateFormat(ahead(instant(at))).format(instant(at));
/**
 * Formats a time as "Sat 28 Nov, 23:59 CET", in the reader's time zone, which the text names. It is
 * for times that concern two people who may be in different zones, such as the closing date of a
 * session or the end of an invitation.
 */
export const formatTimeWithZone = (at: string | Date) =>
  dateFormat({ ...ahead(instant(at)), timeZoneName: 'short' }).format(instant(at));
/** Formats a day as "Sat 28 Nov". */
export const formatWeekdayDate = (at: string | Date) =>
  dateFormat({
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
    ...yearOf(instant(at)),
  }).format(instant(at));

/**
 * Formats a time of day for the axis of a chart: 14:30. If the axis shows days, `formatAxisDay`
 * formats them: 28 Nov.
 */
export const formatHour = (at: Date) => dateFormat({ timeStyle: 'short' }).format(at);
export const formatAxisDay = (at: Date) =>
  dateFormat({ month: 'short', day: 'numeric' }).format(at);
/**
 * Formats a day for names of sessions and for narrow columns: 28 Nov, with the year if it is not
 * the present one.
 */
export const formatShortDay = (at: Date) =>
  dateFormat({ month: 'short', day: 'numeric', ...yearOf(at) }).format(at);

/** Formats a time of day to the second, for values that are watched live. */
export const formatTime = (at: number) => dateFormat({ timeStyle: 'medium' }).format(new Date(at));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
/**
 * Formats a time relative to now: "in 3 days", "2 hours ago", "now". A time that is more than 30
 * days away is written as a date.
 */
export function formatRelative(at: string | Date, now = serverNow()) {
  const seconds = (instant(at).getTime() - now) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return formatDate(at);
  const [unit, size] = steps.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 0];
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(
    size ? Math.round(seconds / size) : 0,
    unit,
  );
}

/**
 * Returns the name of a language, written in that language itself or in the language `inLanguage`.
 */
export const nameOfLanguage = (code: string, inLanguage = code) =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code;

/**
 * Returns the key, in the namespace `common`, of the label of a duration (docs/specification.md,
 * 9).
 */
export const durationLabel = (minutes: number) => {
  const { veryShort, relativelyShort, somewhatLong } = limits.durationLabels;
  return minutes <= veryShort
    ? 'duration.very_short'
    : minutes <= relativelyShort
      ? 'duration.relatively_short'
      : minutes <= somewhatLong
        ? 'duration.somewhat_long'
        : 'duration.extra_long';
};
