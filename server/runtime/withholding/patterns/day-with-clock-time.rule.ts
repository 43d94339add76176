import type { TextRange } from './clocks.rule';

const hour = '(?:[01]\\d|2[0-4])';
/** Clock times as in names of files: 14-32-08, 14_32, 143208.123Z */
const clock = `${hour}(?:[-_.:h/]?[0-5]\\d){1,2}(?:[.,]\\d{1,9})?`;
const behind = new RegExp(
  `(?:[T\\s_,.@/-]{0,4}|T-)${clock}(?:\\s?[AaPp]\\.?[Mm]\\b\\.?)?Z?(?!\\d)`,
  'y',
);
/**
 * Matches a clock time before a day. A number without separators, which may mean anything, counts
 * as a clock time only if `T`, `_` or `-` joins it to the day.
 */
const before = new RegExp(
  `(?<!\\d)(?:${hour}(?:[-_.:h]?[0-5]\\d){1,2}[T_-]{1,3}|${hour}(?:[-_.:h][0-5]\\d){1,2}\\s)$`,
);
const mostBefore = 14;

/** Extends the range of a day by a clock time that is directly before or behind the day. */
export function extendByClockTime(text: string, [from, to]: TextRange): TextRange {
  behind.lastIndex = to;
  const end = behind.test(text) ? behind.lastIndex : to;
  const near = text.slice(Math.max(0, from - mostBefore), from);
  const found = /\d/.test(near) ? before.exec(near) : null;
  return [found ? from - near.length + found.index : from, end];
}
