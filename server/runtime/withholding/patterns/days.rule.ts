/**
 * The days (UTC) of a run. A day in a value, with or without a clock time, is withheld if it is one
 * of these days or the day before or after.
 */
export interface RunDays {
  readonly day: string;
  readonly last_day: string;
}

export const dayMs = 86_400_000;
/**
 * For a run of more days than this, only the Gregorian calendar is used. For a shorter run, its
 * days are computed in all calendars.
 */
const mostDays = 800;

/** The numbers of one day in all calendars of Intl. */
interface DayNames {
  /** Dates as numbers made by `keyOf`: 2026-11-28, 26-11-28, 8-11-28 (Reiwa), 1405-9-7. */
  readonly dates: readonly number[];
  readonly years: readonly number[];
  /** The number of the day within its month, in each calendar. */
  readonly days: readonly number[];
}

let calendars: readonly Intl.DateTimeFormat[] | undefined;
const known = new Map<number, DayNames>();
const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);

const keyOf = (year: number, month: number, day: number): number =>
  year * 10_000 + month * 100 + day;

function namesOf(day: number): DayNames {
  const found = known.get(day);
  if (found) return found;
  calendars ??= Intl.supportedValuesOf('calendar').map(
    (calendar) =>
      // Dates of the Hebrew calendar are formatted in French, which writes months as numbers.
      // English writes the names of these months, even for `numeric`.
      new Intl.DateTimeFormat(calendar === 'hebrew' ? 'fr-u-nu-latn' : 'en-u-nu-latn', {
        calendar,
        timeZone: 'UTC',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
      }),
  );
  const [dates, years, days] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const calendar of calendars) {
    const parts = new Map<string, string>(
      calendar.formatToParts(day).map(({ type, value }) => [type, value]),
    );
    const [year] = numbersIn(parts.get('year') ?? parts.get('relatedYear') ?? '');
    const [month] = numbersIn(parts.get('month') ?? '');
    const [date] = numbersIn(parts.get('day') ?? '');
    if (date !== undefined) days.add(date);
    if (year !== undefined) years.add(year).add(year % 100);
    if (year === undefined || month === undefined || date === undefined) continue;
    // For the Chinese calendar also: the number of the year in its cycle of sixty, and the number
    // of the cycle.
    const cyclic = parts.has('relatedYear') ? [((year + 56) % 60) + 1, 78] : [];
    for (const one of [year, year % 100, ...cyclic]) dates.add(keyOf(one, month, date));
  }
  const names = { dates: [...dates], years: [...years], days: [...days] };
  if (known.size > 2 * mostDays) known.clear();
  known.set(day, names);
  return names;
}

/** The days of a run, with the days before and after, as numbers in all calendars. */
export class RunDayNumbers {
  readonly from: number;
  readonly to: number;
  private readonly dates = new Set<number>();
  private readonly pairs = new Set<number>();
  /** Dates without a month, as keys made by `keyOf`. */
  private readonly withoutMonths = new Set<number>();
  /**
   * By day of the month (1 to 31): the months in which one of the run's days is this day, one bit
   * for each month.
   */
  private readonly monthsOf = new Map<number, number>();
  private allMonths = 0;
  private readonly years = new Set<number>();
  private readonly days = new Set<number>();
  private readonly isShort: boolean;
  /** Whether the run lasted more days than are converted to other calendars. */
  get isLong(): boolean {
    return !this.isShort;
  }

  constructor({ day, last_day }: RunDays) {
    this.from = Date.parse(day) - dayMs;
    this.to = Date.parse(last_day) + 2 * dayMs;
    this.isShort = this.to - this.from <= mostDays * dayMs;
    const step = this.isShort ? dayMs : 28 * dayMs;
    for (let at = this.from; at < this.to; at += step) {
      const month = 1 << new Date(at).getUTCMonth();
      const day = new Date(at).getUTCDate();
      this.allMonths |= month;
      this.monthsOf.set(day, (this.monthsOf.get(day) ?? 0) | month);
    }
    if (!this.isShort) return;
    for (let at = this.from; at < this.to; at += dayMs) {
      const names = namesOf(at);
      for (const date of names.dates) {
        this.dates.add(date);
        this.pairs.add(date % 10_000);
        this.withoutMonths.add(keyOf(Math.floor(date / 10_000), 0, date % 100));
      }
      for (const year of names.years) this.years.add(year);
      for (const one of names.days) this.days.add(one);
    }
  }

  isWithin(ms: number): boolean {
    return ms >= this.from && ms < this.to;
  }
  /** @param month from 1 */
  isDate(year: number, month: number, day: number): boolean {
    if (month < 1 || month > 99 || day < 1 || day > 99) return false;
    if (this.isShort) return this.dates.has(keyOf(year, month, day));
    return year > 31 && month <= 12 && day <= 31 && this.isWithin(Date.UTC(year, month - 1, day));
  }
  /** Whether three numbers are one of the days, in an order in which dates are written. */
  isOrder(a: number, b: number, c: number): boolean {
    return (
      this.isDate(a, b, c) ||
      this.isDate(c, b, a) ||
      this.isDate(c, a, b) ||
      (a > 1000 && this.isDate(a, c, b))
    );
  }
  isYear(year: number): boolean {
    if (this.isShort) return this.years.has(year);
    return (
      year >= new Date(this.from).getUTCFullYear() && year <= new Date(this.to).getUTCFullYear()
    );
  }
  /** Whether one of the days is in this month. @param month from 1 */
  isMonthOfYear(year: number, month: number): boolean {
    return this.each((at) => at.getUTCFullYear() === year && at.getUTCMonth() === month - 1);
  }
  /**
   * Whether one of the days is in one of these Gregorian months.
   * @param months one bit for each month
   */
  hasMonth(months: number): boolean {
    return (months & this.allMonths) !== 0;
  }
  isDayOfMonth(months: number, day: number): boolean {
    // A long run may last for years, so every day of a month may be one of its days.
    const of = this.isShort ? (this.monthsOf.get(day) ?? 0) : day > 0 && day <= 31 ? 0xfff : 0;
    return (months & of) !== 0;
  }
  /** Whether one of the days is this day of this month, in any calendar and in any year. */
  isPair(month: number, day: number): boolean {
    return month < 100 && day < 100 && this.pairs.has(keyOf(0, month, day));
  }
  /** Whether one of the days is in this year and is this day of any month, in any calendar. */
  isDayIn(year: number, day: number): boolean {
    return day < 100 && this.withoutMonths.has(keyOf(year, 0, day));
  }
  isDayOfAny(day: number): boolean {
    return this.isShort ? this.days.has(day) : day > 0 && day <= 31;
  }
  isDayOfYear(year: number, day: number): boolean {
    return day > 0 && day <= 366 && this.isWithin(Date.UTC(year, 0, day));
  }
  private each(is: (at: Date) => boolean): boolean {
    // A long run is checked only every 28 days, which is enough to find each month.
    const step = this.isShort ? dayMs : 28 * dayMs;
    for (let at = this.from; at < this.to; at += step) if (is(new Date(at))) return true;
    return false;
  }
}
