export type { RunDays } from './patterns/days.rule';
import type { RunDays } from './patterns/days.rule';

const dayMs = 86_400_000;
/**
 * The numbers of months, from 0, by the first three letters of their English names, and of those
 * German names that begin differently.
 */
const months = new Map([
  ...'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((name, i) => [name, i] as const),
  ...([
    ['mär', 2],
    ['mai', 4],
    ['okt', 9],
    ['dez', 11],
  ] as const),
]);
const month = `(${[...months.keys()].join('|')})[a-z]{0,6}\\.?`;
const weekday = '(?:\\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\\s)?';
/** A clock time after a day, with its zone, and the zone's name in parentheses. */
const clock =
  '\\d\\d?[:.h-]\\d\\d(?:[:.-]\\d\\d(?:[.,]\\d+)?)?' +
  '(?:\\s?[AP](?:M\\b|\\.M\\.))?(?:\\s?(?:GMT|UTC|Z)\\b)?(?:\\s?[+-]\\d\\d:?\\d\\d)?' +
  '(?: \\([^()\\n]{1,60}\\))?';
/** What may separate a day and its clock time: `T`, a space, a comma, `at`, `um`. */
const gap = '(?:[T_-]|,?\\s{1,2}(?:(?:at|um)\\s)?)';

/**
 * Matches a day in numbers with a clock time: 2026-11-24T19:39, 24.11.2026, 19:39:08, 11/24/2026,
 * 7:39:08 PM, 2026-11-24_19h39.08.123
 */
const inNumbers = new RegExp(
  `(?<!\\d)(\\d{1,4})([-/.])\\s?(\\d\\d?)\\2\\s?(\\d{1,4})\\.?${gap}${clock}`,
  'gi',
);
/** The form of a time in file names: 20261124T193908 */
const inDigits = /(?<!\d)(\d{4})(\d\d)(\d\d)[T_-]?\d{4}(?:\d\d)?(?!\d)Z?/gi;
/**
 * Matches a day in words with a clock time: Tue Nov 24 2026 19:39:08 GMT+0100 (CET), Tue, 24 Nov
 * 2026 18:39:08 GMT, November 24, 2026 at 7:39 PM
 */
const inWords = new RegExp(
  `${weekday}(?:\\b${month}\\s(\\d\\d?)|(?<!\\d)(\\d\\d?)\\.?\\s${month}),?\\s(\\d{4})${gap}${clock}`,
  'gi',
);
/** Unix times in seconds, milliseconds, microseconds or nanoseconds. */
const epochLike = /(?<!\d)(?<!\d\.)[12]\d{9}(?:\d{3}){0,3}(?:\.\d+)?(?!\d)/g;

/** Finds points in time of a run's days in texts and numbers, in many formats. */
export class RunMomentFinder {
  private readonly from: number;
  private readonly to: number;

  constructor({ day, last_day }: RunDays) {
    this.from = Date.parse(day) - dayMs;
    this.to = Date.parse(last_day) + 2 * dayMs;
  }

  /**
   * Whether a number counts time from 1970 on and lies in the days of the run. Negative numbers
   * count, too: if a study computes `start - Date.now()` and `start` is null, the result is the
   * negative present time.
   */
  isEpoch(number: number): boolean {
    const size = Math.abs(number);
    // Smaller values are reaction times, counts or sizes; as seconds, they would be times before
    // 2001.
    if (size < 1e9) return false;
    return [size * 1000, size, size / 1000, size / 1e6].some((ms) => this.isWithin(ms));
  }

  /** Whether a text is a time and nothing else. */
  isAll(text: string): boolean {
    if (text.length >= 100) return false;
    return this.isEpoch(Number(text)) || (/\d:\d\d/.test(text) && this.isWithin(Date.parse(text)));
  }

  /** Replaces each point in time of the run's days. @param take returns the replacement */
  without(text: string, take: () => string): string {
    const ofDay = (found: string, ms: number) => (this.isWithin(ms) ? take() : found);
    return text
      .replace(inNumbers, (found: string, a: string, _: string, b: string, c: string) =>
        this.isDay(a, b, c) ? take() : found,
      )
      .replace(inDigits, (found: string, year: string, month: string, day: string) =>
        ofDay(found, Date.UTC(+year, +month - 1, +day)),
      )
      .replace(inWords, (found: string, ...parts: (string | undefined)[]) => {
        const [monthBefore, dayBehind, dayBefore, monthBehind, year = ''] = parts;
        const name = (monthBefore ?? monthBehind ?? '').toLowerCase();
        return ofDay(
          found,
          Date.UTC(+year, months.get(name) ?? NaN, +(dayBehind ?? dayBefore ?? '')),
        );
      })
      .replace(epochLike, (found) => (this.isEpoch(Number(found)) ? take() : found));
  }

  private isWithin(ms: number): boolean {
    return ms >= this.from && ms < this.to;
  }

  /** Whether three numbers are a day of the run, in any order of year, month and day. */
  private isDay(a: string, b: string, c: string): boolean {
    const [first, second, third] = [Number(a), Number(b), Number(c)];
    if (a.length === 4) return this.isWithin(Date.UTC(first, second - 1, third));
    const year = c.length === 4 ? third : 2000 + third;
    return [
      [second, first],
      [first, second],
    ].some(([month = 0, day]) => this.isWithin(Date.UTC(year, month - 1, day)));
  }
}
