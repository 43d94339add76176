import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';
import { dateWordOf, wordsIn } from './date-lexicon.rule';
import { isAscii } from './tokens.rule';

/*
 * Recognises texts that are nothing but a date, by their numbers alone. It does so for languages
 * whose words for dates are not in the lexicon. It does not search longer texts and file names,
 * where these numbers may mean anything.
 */
const longest = 80;
const mostWords = 10;
const isPlain = /^[\p{L}\p{M}\p{N}\s,.()'’\-–་/]+$/u;
/** A weekday with a number, before or behind a date: Lw6, 11/28 */
const labelled = /^\p{L}{1,3}[1-7],\s+(?=\S)|,\s+\p{L}{1,3}[1-7]$/u;
const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const inRoman = /^(?:([IVX]+)[/.-]\s?(\d{1,2})|(\d{1,2})[/.-]\s?([IVX]+))\.?$/i;

export const withoutDateLabel = (text: string): string => text.trim().replace(labelled, '');

/**
 * Whether a text is a date and nothing else.
 * @param text with ASCII digits only
 * @param parts the ranges of `text` that are already recognised as times, such as a clock time
 */
export function isOnlyDate(
  text: string,
  parts: readonly TextRange[],
  days: RunDayNumbers,
  isMomentUnlabelled: () => boolean,
): boolean {
  if (text.length > longest) return false;
  const trimmed = (parts.length > 0 ? withoutTextRanges(text, parts) : text).trim();
  if (!isPlain.test(trimmed)) return false;
  return (
    isRoman(trimmed, days) ||
    isYearWithDay(trimmed, days) ||
    (labelled.test(trimmed) && isMomentUnlabelled())
  );
}

/** Whether a text is one of the run's days with the month in Roman numerals, such as XI/28. */
function isRoman(text: string, days: RunDayNumbers): boolean {
  const [, before, behind, first, last] = inRoman.exec(text) ?? [];
  const month = roman.indexOf((before ?? last ?? '').toUpperCase());
  return month >= 0 && days.isDayOfMonth(1 << month, Number(behind ?? first));
}

/**
 * Whether a text has a year, the number of a day, and at most one more number, such as 2026 iməg zò
 * 28. There must be a calendar in which one of the run's days has this year and number.
 */
function isYearWithDay(text: string, days: RunDayNumbers): boolean {
  const numbers = text.match(/\d+/g) ?? [];
  const [year, ...others] = numbers.filter(({ length }) => length > 2);
  if (year === undefined || others.length > 0 || numbers.length < 2 || numbers.length > 3)
    return false;
  // A text with a point or a stroke between two letters or digits is no date: it may be a name or a
  // fraction.
  if (/[\p{L}\p{N}][./][\p{L}\p{N}]/u.test(text)) return false;
  const words = wordsIn(text);
  if (words.length > mostWords || (isAscii(text) && !words.every(dateWordOf))) return false;
  // Two numbers need words or a wide gap between them: without these they may be a code, such as
  // 2026-28.
  if (words.length === 0 && !/\d\s{2,}\d/.test(text)) return false;
  return numbers.some((day) => day.length < 3 && days.isDayIn(Number(year), Number(day)));
}

/** Returns the text with a space instead of each range. */
export function withoutTextRanges(text: string, parts: readonly TextRange[]): string {
  let left = '';
  let at = 0;
  for (const [from, to] of parts) {
    left += `${text.slice(at, from)} `;
    at = to;
  }
  return left + text.slice(at);
}
