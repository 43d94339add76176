import type { Json, JsonObject } from '../../record-format/json.rule';
import type { RunDayNumbers } from './days.rule';
import { dateWordOf } from './date-lexicon.rule';
import { isTimeName, recognizeName, type TimeUnit } from './names.rule';

const wholeOf = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};
const isIn = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most;

/**
 * Returns the names of those members of an object that together are
 * - a clock time: `{ hour: 14, minute: 32 }`
 * - a day of the run: `{ day: 28, month: 11 }`, also with months counted from 0
 * - a browser: `{ brand, version }`
 */
export function momentNamesInObject(
  object: JsonObject,
  days: RunDayNumbers,
): ReadonlySet<string> | undefined {
  let groups: Map<string, Map<TimeUnit | 'brand' | 'version', string>> | undefined;
  for (const name of Object.keys(object)) {
    const { kind, group } = recognizeName(name);
    if (kind === undefined || kind === 'moment' || kind === 'length' || isTimeName(kind)) continue;
    groups ??= new Map();
    const others = groups.get(group);
    if (others) others.set(kind, name);
    else groups.set(group, new Map([[kind, name]]));
  }
  if (!groups) return undefined;
  let told: Set<string> | undefined;
  const add = (names: Iterable<string>) => {
    told ??= new Set();
    for (const name of names) told.add(name);
  };
  for (const units of groups.values()) {
    if (units.has('brand') && units.has('version')) add(units.values());
    const valueOf = (unit: TimeUnit) => wholeOf(object[units.get(unit) ?? '']);
    const namesOf = (...all: TimeUnit[]) =>
      all.flatMap((unit) => (units.has(unit) ? [units.get(unit) ?? ''] : []));
    const hour = valueOf('hour');
    if (
      isIn(hour, 0, 24) &&
      (isIn(valueOf('minute'), 0, 59) || isOfDay.test(units.get('hour') ?? ''))
    )
      add(namesOf('hour', 'minute', 'second'));
    const [day, year] = [valueOf('day'), valueOf('year')];
    const months = monthsOf(object[units.get('month') ?? '']);
    if (months === 0) continue;
    if (isIn(day, 1, 31) && isOfRun(days, day, months, year)) add(namesOf('day', 'month', 'year'));
    if (year !== undefined && isMonthOfRun(days, months, year)) add(namesOf('month', 'year'));
  }
  return told;
}

/**
 * Matches names that mean an hour of the day, such as `startHour`: their value is a clock time even
 * without minutes. Other names, such as `hours`, may mean a duration.
 */
const isOfDay = /hour$|stunde$|^get/i;

/**
 * Returns the months that a value may mean, one bit each. The value is a month's name, or its number,
 * which may count from 0 or from 1.
 */
function monthsOf(value: Json | undefined): number {
  const month = wholeOf(value);
  if (isIn(month, 0, 12)) return ((1 << month) | ((1 << month) >> 1)) & 0xfff;
  return typeof value === 'string' ? (dateWordOf(value)?.months ?? 0) : 0;
}
const isMonthOfRun = (days: RunDayNumbers, months: number, year: number): boolean =>
  days.hasMonth(months) &&
  Array.from({ length: 12 }, (_, n) => n).some(
    (n) => (months & (1 << n)) !== 0 && days.isMonthOfYear(year, n + 1),
  );

function isOfRun(
  days: RunDayNumbers,
  day: number,
  months: number,
  year: number | undefined,
): boolean {
  const isDay = days.isDayOfMonth(months, day);
  return year === undefined ? isDay : isDay && (days.isYear(year) || days.isYear(year + 2000));
}

/**
 * Whether a list is a date, such as [2026, 11, 28, 14, 32, 8]. The year may also be the third
 * number, and months may count from 0.
 */
export function isDateList(list: readonly Json[], days: RunDayNumbers): boolean {
  if (list.length < 3 || list.length > 8) return false;
  const [a, b, c] = [wholeOf(list[0]), wholeOf(list[1]), wholeOf(list[2])];
  if (a === undefined || b === undefined || c === undefined) return false;
  const isFull = (year: number) => year > 1000;
  return (
    (isFull(a) && (days.isDate(a, b, c) || days.isDate(a, b + 1, c))) ||
    (isFull(c) && (days.isOrder(a, b, c) || days.isDate(c, b + 1, a)))
  );
}

/**
 * Whether a list may be a clock time: [14, 32], [14, 32, 8]. The caller treats it as a clock time
 * only if the value's name means a time.
 */
export function isClockTimeList(list: readonly Json[]): boolean {
  if (list.length < 2 || list.length > 4) return false;
  const [hour, minute, second = 0] = list.map((one) => wholeOf(one));
  return isIn(hour, 0, 24) && isIn(minute, 0, 59) && isIn(second, 0, 59);
}
