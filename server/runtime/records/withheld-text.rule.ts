import { isIP } from 'node:net';

/** The days (UTC) of a run: a clock time is recognised by lying in them, or one day beside. */
export interface RunDays {
  readonly day: string;
  readonly last_day: string;
}

const dayMs = 86_400_000;
const mark = '[withheld]';
const clockTime = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?/g;
const spokenTime =
  /[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} \d\d?|\d\d? [A-Z][a-z]{2}) \d{4} \d\d:\d\d:\d\d(?: GMT)?(?:[+-]\d{4})?/g;
const agent = /Mozilla\/\d[^"\n]*/g;
const addressLike = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g;
const epochLike = /(?<![\d.])1\d{9}(?:\d{3}){0,2}(?:\.\d+)?(?![\d.])/g;
/** Strings of JSON, and what stands between them. */
const parts = /"(?:[^"\\]|\\.)*"|[^"]+/g;

/**
 * What a study wrote in an anonymous session, without when and where it ran: a clock time (as a text or
 * as seconds, milliseconds or microseconds of the epoch), a network address, a browser's agent string.
 * JSON stays JSON. What a study hides otherwise, no rule finds.
 */
export function withheldText(text: string, days: RunDays): string {
  const from = Date.parse(days.day) - dayMs;
  const to = Date.parse(days.last_day) + 2 * dayMs;
  const isTime = (ms: number) => ms >= from && ms < to;
  const isEpoch = (number: number) =>
    isTime(number) || isTime(number * 1000) || isTime(number / 1000);
  const ofNumbers = (part: string, instead: string) =>
    part.replace(epochLike, (found) => (isEpoch(Number(found)) ? instead : found));
  const plain = text
    .replace(clockTime, (found) => (isTime(Date.parse(found.replace(',', '.'))) ? mark : found))
    .replace(spokenTime, (found) => (isTime(Date.parse(found)) ? mark : found))
    .replace(agent, mark)
    .replace(addressLike, (found) => (isIP(found) === 0 ? found : mark));
  return /^\s*[[{\d"]/.test(text)
    ? plain.replace(parts, (part) => ofNumbers(part, part.startsWith('"') ? mark : 'null'))
    : ofNumbers(plain, mark);
}
