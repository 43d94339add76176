import {
  dayPeriods,
  months,
  others,
  monthsOfOtherCalendars,
  spokenMonths,
  weekdays,
} from './calendar-words.generated';

/** The meaning of a word of a date. */
export interface DateWord {
  /** The Gregorian months that the word means in widely spoken languages, one bit each. */
  readonly months: number;
  /** Like `months`, but for all languages. In some of them, for example, "may" means October. */
  readonly anywhere: number;
  /** Whether the word is a month of a calendar other than the Gregorian. */
  readonly isOtherMonth: boolean;
  /**
   * Whether the word is a month in a widely spoken language. If so, it counts as part of a date
   * even in a longer text and without a year.
   */
  readonly isSpoken: boolean;
  readonly isWeekday: boolean;
  /** Whether the word has at most two letters: then it counts as a month only next to a year. */
  readonly isShort: boolean;
}
type Growing = { -readonly [K in keyof DateWord]: DateWord[K] };

/** Endings of ordinal numbers (28th, 1er), and words that studies write next to a time. */
const ordinals = 'st nd rd th er e te ème º ª of date time day clock uhrzeit';
const roman = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');
/** Words for months that people use but CLDR does not list. */
const alsoMonths: readonly (readonly [string, number])[] = [
  ['sept', 8],
  ['mrz', 2],
  ['mar', 2],
];
/** Whether a word is so short that it may have another meaning in another language. */
const isTooShort = (word: string) => /^[\p{Script=Latin}]{1,2}$/u.test(word);

/** Matches words; each has one script only: UTC下午 is two words. */
export const wordPattern =
  /\p{Script=Han}|(?:\p{Script=Latin}|\p{M})+|(?:(?![\p{Script=Latin}\p{Script=Han}])[\p{L}\p{M}׳״])+/gu;
export const wordsIn = (text: string): string[] =>
  (text.match(wordPattern) ?? []).map((word) => word.normalize('NFKC').toLowerCase());

/** All words of dates, and the names of day periods such as "am". */
export interface DateLexicon {
  readonly words: ReadonlyMap<string, DateWord>;
  readonly dayPeriods: ReadonlySet<string>;
}
let known: DateLexicon | undefined;

const wordsOf = (text: string, by = ' ') => text.split(by).filter(Boolean);
/** Reduces a text to its letters: the form in which day periods are compared. */
export const lettersOnly = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');

/** Returns the lexicon, which is built when the first value is checked. */
export function dateLexicon(): DateLexicon {
  if (known) return known;
  const found = new Map<string, Growing>();
  const of = (word: string): Growing => {
    const one = found.get(word);
    if (one) return one;
    const made = {
      months: 0,
      anywhere: 0,
      isOtherMonth: false,
      isSpoken: false,
      isWeekday: false,
      isShort: isTooShort(word),
    };
    found.set(word, made);
    return made;
  };
  for (const word of [...wordsOf(others), ...wordsOf(ordinals)]) of(word);
  for (const word of wordsOf(dayPeriods.replaceAll('|', ' ')))
    for (const part of wordsIn(word)) of(part);
  for (const word of wordsOf(weekdays)) {
    const one = of(word);
    one.isWeekday = !one.isShort;
  }
  for (const word of wordsOf(monthsOfOtherCalendars)) of(word).isOtherMonth = !of(word).isShort;
  for (const [n, text] of months.entries())
    for (const word of wordsOf(text)) of(word).months |= 1 << n;
  // `anywhere` has the months that a word means in any language. If the word occurs in a widely
  // spoken language, `months` has only the months that it means in these languages. For example,
  // "may" then means only May, although it means October in some other languages.
  for (const word of found.values()) word.anywhere = word.months;
  for (const text of spokenMonths) for (const word of wordsOf(text)) of(word).months = 0;
  for (const [n, text] of spokenMonths.entries())
    for (const word of wordsOf(text)) spoken(of(word), n);
  for (const [word, n] of alsoMonths) spoken(of(word), n);
  for (const [n, word] of roman.entries()) of(word).months |= 1 << n;
  for (const word of found.values()) word.anywhere |= word.months;
  known = { words: found, dayPeriods: new Set(wordsOf(dayPeriods, '|').map(lettersOnly)) };
  return known;
}

function spoken(word: Growing, month: number): void {
  word.months |= 1 << month;
  word.isSpoken = true;
}

/** How many letters a prefix or an ending of a month's name may have: mijdarê, Azark, ܒKislev. */
const endings = [1, 2, 3] as const;
const remembered = new Map<string, DateWord | undefined>();
const mostRemembered = 20_000;

/** Finds a word in the lexicon. @param said the word as it is written */
export function dateWordOf(said: string): DateWord | undefined {
  if (said.length > longest) return undefined;
  const found = remembered.get(said);
  if (found || remembered.has(said)) return found;
  const word = lookedUp(said);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(said, word);
  return word;
}
/** Words with more characters than this are longer than any in CLDR, so they are not looked up. */
const longest = 40;

function lookedUp(said: string): DateWord | undefined {
  const { words: all } = dateLexicon();
  const word = said.normalize('NFKC').toLowerCase();
  const found = all.get(word);
  const least = /^\p{Script=Latin}/u.test(word) ? 4 : 3;
  if (found || word.length <= least) return found;
  for (const length of endings) {
    const base = word.slice(0, -length);
    const month = base.length < least ? undefined : all.get(base);
    const isDay = least === 3 && month?.isWeekday === true;
    if (month && (isMonth(month) || isDay)) return { ...month, isSpoken: false };
  }
  const month = least === 3 ? all.get(word.slice(1)) : undefined;
  return month && isMonth(month) ? { ...month, isSpoken: false } : undefined;
}
const isMonth = ({ anywhere, isOtherMonth }: DateWord) => anywhere > 0 || isOtherMonth;
