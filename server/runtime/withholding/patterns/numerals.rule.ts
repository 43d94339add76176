import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';

/**
 * Days in Hebrew and Chinese numerals. They are recognised by their form alone, since they cannot
 * be compared with the run's days as numbers.
 */
const inNumerals: readonly RegExp[] = [
  /(?:\d{4}년)?\(?\p{Script=Hangul}{2}년\)?\s\d{1,2}월(?:\s\d{1,2}일)?/gu,
  // The Chinese calendar as written in other languages: 2026(bing-wu) M10 20, 20 de M10 de bing-wu
  /(?:\d{4}\([a-z]+-[a-z]+\)\s)?(?<!\p{L})Mo?(?:0?[1-9]|1[0-3])(?:bis)?\s\d{1,2}(?![\d.])/gu,
  /(?<!\d)\d{1,2}\.?\s(?:de\s)?Mo?(?:0?[1-9]|1[0-3])(?:bis)?(?:\sde\s[a-z]+-[a-z]+)?(?!\d)/gu,
  /\d{4}\([a-z]+-[a-z]+\)/g,
  /[\u4e00-\u9fff]{2}年[閏闰]?[正一二三四五六七八九十冬腊臘\d]{1,3}月(?:\d{1,2}日?)?/g,
  /[\u05d0-\u05ea]{1,2}[׳״'"][\u05d0-\u05ea]?\s[\u05d0-\u05ea]{2,9}(?:\s[א-ת]['׳])?(?:\s[\u05d0-\u05ea׳״'"]{2,9})?/g,
  /(?:\d{4}?[\u4e00-\u9fff]{2}年)?[閏闰]?[正一二三四五六七八九十冬腊臘]{1,3}月[初十廿三卅]?[一二三四五六七八九十]{1,2}日?/g,
];
export function hebrewAndChineseDaysIn(text: string): TextRange[] {
  if (!/[\u05d0-\u05ea]|월|月|\(|Mo?\d/.test(text)) return [];
  return inNumerals.flatMap((form) =>
    [...text.matchAll(form)].map((match): TextRange => [
      match.index,
      match.index + match[0].length,
    ]),
  );
}
/** Finds week dates such as 2026-W48-6. */
export function weekDatesIn(text: string, days: RunDayNumbers): TextRange[] {
  if (!text.includes('W')) return [];
  return [...text.matchAll(/(?<!\d)(\d{4})-?W\d\d(?:-?[1-7])?(?!\d)/g)].flatMap(
    (match): TextRange[] =>
      days.isYear(Number(match[1])) ? [[match.index, match.index + match[0].length]] : [],
  );
}
