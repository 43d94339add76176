import type { Json, JsonObject } from '../json.rule';
import type { DaysTold } from './days.rule';
import { named, type Unit } from './names.rule';

const wholeOf = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};
const isIn = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most;

/**
 * The names within an object that together are a clock time ({ hour: 14, minute: 32 }) or a day of the run
 * ({ day: 28, month: 11 }, also counted from 0), or a browser ({ brand, version }).
 */
export function toldTogether(object: JsonObject, days: DaysTold): ReadonlySet<string> | undefined {
  let groups: Map<string, Map<Unit | 'brand' | 'version', string>> | undefined;
  for (const name of Object.keys(object)) {
    const { kind, group } = named(name);
    if (kind === undefined || kind === 'moment' || kind === 'time' || kind === 'length') continue;
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
    const valueOf = (unit: Unit) => wholeOf(object[units.get(unit) ?? '']);
    const namesOf = (...all: Unit[]) =>
      all.flatMap((unit) => (units.has(unit) ? [units.get(unit) ?? ''] : []));
    const hour = valueOf('hour');
    if (
      isIn(hour, 0, 24) &&
      (isIn(valueOf('minute'), 0, 59) || isOfDay.test(units.get('hour') ?? ''))
    )
      add(namesOf('hour', 'minute', 'second'));
    const [day, month, year] = [valueOf('day'), valueOf('month'), valueOf('year')];
    if (isIn(day, 1, 31) && isIn(month, 0, 12) && isOfRun(days, day, month, year))
      add(namesOf('day', 'month', 'year'));
    const isMonth = year !== undefined && isIn(month, 0, 12) && isMonthOfRun(days, month, year);
    if (isMonth) add(namesOf('month', 'year'));
  }
  return told;
}

/** Names of an hour of the day, which count alone; `hours` may be a length. */
const isOfDay = /hour$|stunde$|^get/i;

const isMonthOfRun = (days: DaysTold, month: number, year: number): boolean =>
  days.isMonthOfYear(year, month) || days.isMonthOfYear(year, month + 1);

function isOfRun(days: DaysTold, day: number, month: number, year: number | undefined): boolean {
  const isDay = [month, month + 1].some((one) => one > 0 && days.isDayOfMonth(1 << (one - 1), day));
  return year === undefined ? isDay : isDay && (days.isYear(year) || days.isYear(year + 2000));
}

/** [2026, 11, 28, 14, 32, 8], also with a month that is counted from 0, and the other way round. */
export function isDayInList(list: readonly Json[], days: DaysTold): boolean {
  if (list.length < 3 || list.length > 8) return false;
  const [a, b, c] = [wholeOf(list[0]), wholeOf(list[1]), wholeOf(list[2])];
  if (a === undefined || b === undefined || c === undefined) return false;
  const isFull = (year: number) => year > 1000;
  return (
    (isFull(a) && (days.isDate(a, b, c) || days.isDate(a, b + 1, c))) ||
    (isFull(c) && (days.isOrder(a, b, c) || days.isDate(c, b + 1, a)))
  );
}

/** [14, 32], [14, 32, 8]: where the name says that it is a time. */
export function isClockInList(list: readonly Json[]): boolean {
  if (list.length < 2 || list.length > 4) return false;
  const [hour, minute, second = 0] = list.map((one) => wholeOf(one));
  return isIn(hour, 0, 24) && isIn(minute, 0, 59) && isIn(second, 0, 59);
}
