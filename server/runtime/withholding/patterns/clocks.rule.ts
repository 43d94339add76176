import { lettersOnly, dateLexicon, dateWordOf, wordsIn } from './date-lexicon.rule';

/** The range of a part of a text: its start, and the position after its end. */
export type TextRange = readonly [from: number, to: number];

const hour = '(?:[01]?\\d|2[0-4])';
const ampm = '[AaPp]\\.?\\s?[Mm]\\b\\.?';
/** What may follow a clock time: AM, or a zone as letters, as an offset or by name. */
const tail =
  `(?:[\\s]?(?:${ampm}))?` +
  '(?:\\s?(?:Z|GMT|UTC|UT|[A-Z]{2,4}T)\\b)?(?:\\s?[+\\-\\u2212]\\d\\d?(?::?[0-5]\\d)?(?!\\d))?' +
  '(?: \\([^()\\n]{1,60}\\))?';

/**
 * Clock times by their form, anywhere in a text. Not matched: `task.js:14:32`, a place in a file,
 * and 3:1, whose minutes have only one digit.
 */
const forms: readonly RegExp[] = [
  // 14:32, 14:32:08, 14:32:08.123, 14 : 32, each with the words that may follow it
  new RegExp(
    `(?<!\\d|\\d[.,:]|\\.[a-z]{1,5}:|>:)${hour}\\s?:\\s?[0-5]\\d` +
      `(?:\\s?:\\s?[0-5]?\\d(?:[.:]\\d{1,9}|,\\d{3}(?![\\d,]))?)?(?![\\d:]|\\.\\d)${tail}`,
    'g',
  ),
  // 14.32.08, 14.32:08
  new RegExp(`(?<![\\d.])(?:[01]?\\d|2[0-3])\\.[0-5]\\d[.:][0-5]\\d(?![\\d]|\\.\\d)${tail}`, 'g'),
  // 2 PM, 2:32 p.m., 2.32 pm
  new RegExp(
    `(?<![\\d.])(?:[01]?\\d|2[0-4])(?:(?:[:.][0-5]\\d){0,2}\\s?(?:${ampm})|\\.[0-5]\\d\\s?(?:GMT|UTC)\\b)`,
    'g',
  ),
  // 14 Uhr, 14.32 Uhr, 14:32 o'clock
  /(?<![\d.])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d){0,2}\s?(?:uhr\b|o['’]?clock\b)/gi,
  // klo 14.32, kl. 14.32, pukul 14.32, um 14.32: with the word for "at" in several languages
  /(?<!\p{L})(?:klo|kl\.?|um|jam|pukul|ob|u)\s(?:[01]?\d|2[0-4])[.:][0-5]\d(?:[.:][0-5]\d)?(?![\d.]\d)/giu,
  // 14h32, 14 h 32, 14h32m08, 14時32分
  /(?<![\p{L}\d.])(?:[01]?\d|2[0-4])\s?(?:h|時|时|點|点|시)\s?[0-5]?\d(?![\d.]\d)(?:\s?(?:min|m|分|분)?\s?[0-5]?\d\s?(?:s|秒|초)?)?/giu,
  // 1432Z, 143208 GMT
  /(?<!\d)(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s?(?:Z|GMT|UTC)\b/g,
];
const mayBeClock =
  /T\d{6}|\d\d[-_]\d\d\.[a-z]|\d\s?[:.h時时點点시]\s?\d|\d\s?(?:[ap]\.?\s?m|uhr|o['’]?clock|z|gmt|utc)/i;

/**
 * Clock times in forms that few texts contain. `sign` is a quick test: only a text that matches it
 * is searched for `form`.
 */
const rare: readonly (readonly [sign: RegExp, form: RegExp])[] = [
  // UTC 14.32
  [/(?:UTC|GMT)\s\d/, /\b(?:UTC|GMT)\s(?:[01]?\d|2[0-3])\.[0-5]\d(?![\d.]\d)/g],
  // T143208, T143208.123Z
  [/T\d{6}/, /(?<![\p{L}\d])T(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:[.,]\d{1,9})?Z?(?![\p{L}\d])/gu],
  // audio-14-32-08.webm: programs name recordings like this. Sounds that a study plays are not
  // named so.
  [
    /\d\d[-_]\d\d\.[A-Za-z]/,
    /(?<!\d|\d[-_])(?:[01]\d|2[0-3])([-_])[0-5]\d\1[0-5]\d(?=\.(?:webm|weba|csv|tsv|jsonl?|txt|log|xlsx?|zip)\b)/gi,
  ],
];

/** Finds the ranges of clock times in a text. @param text with ASCII digits only */
export function clockTimesIn(text: string): TextRange[] {
  const found: TextRange[] = [];
  const add = (form: RegExp) => {
    for (const match of text.matchAll(form))
      found.push([match.index, match.index + match[0].length]);
  };
  if (mayBeClock.test(text)) forms.forEach(add);
  for (const [sign, form] of rare) if (sign.test(text)) add(form);
  return found;
}

/** A text with more characters than this is not checked for being a clock time and nothing else. */
const most = 80;
/** Durations: 2 h, 5 min, 30 s. */
const lengths =
  /^(?:\d+[.,]?\d*\s?(?:h|hrs?|hours?|std|stunden?|m|min|mins|minutes?|minuten?|s|secs?|seconds?|sek|ms)\.?\s?)+$/i;

/**
 * Whether a text is a clock time and nothing else, in any language. A clock time is an hour with a
 * word for the time of day, or hours and minutes with words between them, as CLDR formats them.
 * @param text with ASCII digits only
 */
export function isOnlyClockTime(text: string, isOfOtherDigits = false): boolean {
  // A number with ASCII digits and a point (14.32) is not a clock time; with other digits it is.
  if (isOfOtherDigits && dotted.test(text)) return true;
  if (text.length > most || lengths.test(text)) return false;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const [first = 99, ...rest] = numbers;
  if (first > 24 || numbers.length > 4 || rest.some((one) => one > 999)) return false;
  const said = wordsIn(text);
  if (said.length === 0) return false;
  if (numbers.length === 1) return hasDayPeriod(said, text);
  // In Latin script, two numbers are a clock time only with a word for the time of day; "2 of 3" is
  // none.
  if (said.every((word) => isLatin.test(word)))
    return (
      numbers.length === 2 && rest[0] !== undefined && rest[0] < 60 && hasDayPeriod(said, text)
    );
  return rest[0] !== undefined && rest[0] < 60 && said.every(dateWordOf);
}

const isLatin = /^[\p{Script=Latin}\p{M}]+$/u;
const dotted = /^(?:[01]?\d|2[0-4])\.[0-5]\d$/;

/** Whether a text has a word for a time of day, and no words but those of clock times. */
function hasDayPeriod(words: readonly string[], text: string): boolean {
  const { dayPeriods } = dateLexicon();
  // Letters without points, as in "5 in" or "A1", also have other meanings.
  const isAbbreviated = /\p{L}\./u.test(text) || /\p{Lu}{2}/u.test(text);
  const isDayPeriod = (said: string) =>
    isLatin.test(said)
      ? dayPeriods.has(said) && (said.length > 2 || (said.length === 2 && isAbbreviated))
      : dayPeriods.has(said) || endsWithDayPeriod(said);
  for (let from = 0; from < words.length; from++)
    for (let to = words.length; to > from; to--)
      if (
        isDayPeriod(lettersOnly(words.slice(from, to).join(''))) &&
        [...words.slice(0, from), ...words.slice(to)].every(dateWordOf)
      )
        return true;
  return false;
}

/** Whether a text ends with a word for a time of day, in scripts that write words without spaces: 11 ໂມງກ່ອນທ່ຽງ */
function endsWithDayPeriod(said: string): boolean {
  const { dayPeriods } = dateLexicon();
  for (let at = 1; at < said.length - 3; at++) if (dayPeriods.has(said.slice(at))) return true;
  return false;
}
