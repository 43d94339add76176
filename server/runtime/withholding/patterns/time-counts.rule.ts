import { dayMs, type RunDayNumbers } from './days.rule';

/** A way of counting time: the length of a unit in milliseconds, and its zero point. */
interface Count {
  readonly unit: number;
  readonly zero: number;
}
const utc = (year: number, month = 1, day = 1) => Date.UTC(year, month - 1, day);
const [ms, second, hour] = [1, 1000, 3_600_000];

/**
 * Ways of counting time whose numbers are so large today that hardly any measurement is as large.
 * Therefore they are recognised whatever the name of the value is.
 */
const large: readonly Count[] = [
  // Seconds, milliseconds, microseconds and nanoseconds since 1970. The number may be negative: if
  // a study computes `start - Date.now()` and `start` is null, the result is the negative present
  // time.
  ...[second, ms, ms / 1e3, ms / 1e6].map((unit) => ({ unit, zero: 0 })),
  { unit: second, zero: Date.UTC(1582, 9, 14) }, // SPSS
  { unit: ms / 1e4, zero: Date.UTC(1582, 9, 15) }, // UUID
  { unit: ms / 1e3, zero: utc(1601) }, // WebKit
  { unit: ms / 1e4, zero: utc(1601) }, // FILETIME
  { unit: ms / 1e4, zero: Date.parse('0001-01-01T00:00:00Z') }, // .NET
  { unit: second, zero: utc(1900) }, // NTP
  { unit: second, zero: utc(1904) }, // Macintosh
  { unit: second, zero: utc(1960) }, // SAS
  { unit: ms, zero: utc(1960) }, // Stata
  { unit: second, zero: utc(1980, 1, 6) }, // GPS
  { unit: second, zero: utc(2000) }, // PostgreSQL
  { unit: ms / 1e3, zero: utc(2000) },
  { unit: second, zero: utc(2001) }, // Cocoa
  { unit: ms, zero: utc(2001) },
];
/**
 * Counts of days, hours and minutes. A measurement may be as large as these numbers, so they are
 * recognised only if the value's name does not indicate a measurement.
 */
const small: readonly Count[] = [
  ...[dayMs, hour, hour / 60].map((unit) => ({ unit, zero: 0 })),
  { unit: dayMs, zero: Date.UTC(1899, 11, 30) }, // Excel
  { unit: dayMs, zero: utc(1904) },
  { unit: dayMs, zero: utc(1960) }, // SAS
  { unit: dayMs, zero: Date.UTC(1858, 10, 17) }, // modified Julian
  { unit: dayMs, zero: Date.UTC(1858, 10, 17) - 2_400_000.5 * dayMs }, // Julian
  { unit: dayMs, zero: Date.parse('0000-12-31T00:00:00Z') }, // ordinal, of Python
  { unit: dayMs, zero: Date.parse('0000-01-01T00:00:00Z') - dayMs }, // MATLAB
];
const least = { large: 1e8, small: 10_000 };

export class TimeNumberFinder {
  constructor(private readonly days: RunDayNumbers) {}

  isLarge(number: number): boolean {
    const size = Math.abs(number);
    if (size < least.large) return false;
    return this.isOneOf(large, size) || this.isInDigits(size);
  }
  isSmall(number: number): boolean {
    return (
      number >= least.small &&
      number < least.large &&
      (this.isOneOf(small, number) || this.isInDigits(number))
    );
  }
  private isOneOf(counts: readonly Count[], number: number): boolean {
    return counts.some(({ unit, zero }) => this.days.isWithin(number * unit + zero));
  }
  /** 20261128, 202611281432, 20261128143208, 28112026 */
  private isInDigits(number: number): boolean {
    if (!Number.isInteger(number) || number < 1e7 || number >= 1e17) return false;
    const text = String(number);
    if (![7, 8, 12, 14, 17].includes(text.length)) return false;
    const cut = (...at: number[]) =>
      at.map((place, n) => Number(text.slice(place, at[n + 1] ?? 8)));
    const orders = text.length < 9 ? [cut(0, 4, 6), cut(0, 2, 4)] : [cut(0, 4, 6)];
    return orders.some(([a = 0, b = 0, c = 0]) => this.days.isOrder(a, b, c));
  }
}
