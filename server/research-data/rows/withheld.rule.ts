import { isIP } from 'node:net';
import type { Json } from './json.rule';

/** The days (UTC) of a run: a clock time is recognised by lying in them, or one day beside. */
export interface RunDays {
  readonly day: string;
  readonly last_day: string;
}
export interface Withheld {
  readonly value: Json;
  /** How many values, or parts of texts, were taken out. */
  readonly count: number;
}

const dayMs = 86_400_000;
const mark = '[withheld]';
const clockTime = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?/g;
const agent = /Mozilla\/\d[^"\n]*/g;
const addressLike = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g;
const epochLike = /(?<![\d.])1\d{9}(?:\d{3}){0,2}(?!\d)/g;

/**
 * Of an anonymous session's data, without what a study itself wrote down of when and where it ran: a
 * clock time (as a text or as seconds, milliseconds or microseconds of the epoch), a network address, a
 * browser's agent string. What a study hides otherwise, no rule finds.
 */
export function withheld(value: Json, days: RunDays): Withheld {
  const from = Date.parse(days.day) - dayMs;
  const to = Date.parse(days.last_day) + 2 * dayMs;
  let count = 0;
  const isTime = (ms: number) => ms >= from && ms < to;
  const isEpoch = (number: number) =>
    isTime(number) || isTime(number * 1000) || isTime(number / 1000);
  const take = () => {
    count += 1;
    return mark;
  };
  const ofText = (text: string): string | null => {
    const isWhole =
      isIP(text) !== 0 ||
      isEpoch(Number(text)) ||
      (text.length < 100 && /\d:\d\d/.test(text) && isTime(Date.parse(text)));
    if (isWhole) {
      count += 1;
      return null;
    }
    return text
      .replace(clockTime, (found) => (isTime(Date.parse(found.replace(',', '.'))) ? take() : found))
      .replace(agent, take)
      .replace(addressLike, (found) => (isIP(found) === 0 ? found : take()))
      .replace(epochLike, (found) => (isEpoch(Number(found)) ? take() : found));
  };
  const of = (one: Json): Json => {
    if (typeof one === 'string') return ofText(one);
    if (typeof one === 'number' && isEpoch(one)) {
      count += 1;
      return null;
    }
    if (Array.isArray(one)) return one.map(of);
    if (typeof one !== 'object' || one === null) return one;
    // Names too may say a time. `fromEntries` makes own keys, whatever they are called.
    return Object.fromEntries(Object.entries(one).map(([key, each]) => [nameOf(key), of(each)]));
  };
  const nameOf = (key: string) => ofText(key) ?? mark;
  return { value: of(value), count };
}
