import { extendByClockTime } from './day-with-clock-time.rule';
import { clockTimesIn, isOnlyClockTime, type TextRange } from './clocks.rule';
import { TimeNumberFinder } from './time-counts.rule';
import { RunDateFinder } from './dates.rule';
import { RunDayNumbers, type RunDays } from './days.rule';
import { possibleDigitPattern, withAsciiDigits, withPositionalDigits } from './digits.rule';
import { isOnlyDate, withoutDateLabel, withoutTextRanges } from './dates-alone.rule';
import { timeIdentifiersIn, isSnowflakeNumber } from './identifiers.rule';
import { dateWordOf, wordsIn } from './date-lexicon.rule';
import { isTimeName, type ValueNameKind } from './names.rule';
import { hebrewAndChineseDaysIn, weekDatesIn } from './numerals.rule';
import { namedTimesIn } from './pairs.rule';
import { TimestampFinder } from './timestamps.rule';

/**
 * The length of the longest text that may be nothing but a time; a longer text can only contain
 * one.
 */
const short = 160;
const numeric = /^\s*-?\d+(?:\.\d+)?(?:e\+?\d+)?\s*$/i;
/**
 * Under a name that may mean a time or a duration, numbers up to this many milliseconds count as
 * durations.
 */
const longest = 2 * 86_400_000;

/**
 * Matches 1432 and 143208. Such a text counts as a clock time if the name of the value means a
 * start or an end.
 */
const digitsOfClock = /^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/;
const [mostLetters, mostHarmless] = [160, 2_000] as const;
const keyOf = (text: string, kind: ValueNameKind) => (kind === 'length' ? `length ${text}` : text);

/** Finds times in values that would reveal the days and clock times of a run. */
export class TimePatternFinder {
  readonly days: RunDayNumbers;
  private readonly counts: TimeNumberFinder;
  private readonly stamps: TimestampFinder;
  /** Cache of texts that contain nothing to withhold: every trial repeats stimuli and answers. */
  private readonly harmless = new Set<string>();
  /** Cache of names of values that contain nothing to withhold: every row has the same names. */
  private readonly names = new Set<string>();

  constructor(days: RunDays) {
    this.days = new RunDayNumbers(days);
    this.counts = new TimeNumberFinder(this.days);
    this.stamps = new TimestampFinder(this.days);
  }

  tellsNothing(text: string, kind: ValueNameKind): boolean {
    return text.length <= mostLetters && this.harmless.has(keyOf(text, kind));
  }
  remember(text: string, kind: ValueNameKind): void {
    if (text.length > mostLetters) return;
    if (this.harmless.size >= mostHarmless) this.harmless.clear();
    this.harmless.add(keyOf(text, kind));
  }

  isHarmlessName(name: string): boolean {
    return this.names.has(name);
  }
  rememberName(name: string): void {
    if (name.length > mostLetters) return;
    if (this.names.size >= mostHarmless) this.names.clear();
    this.names.add(name);
  }

  isMomentNumber(number: number, kind: ValueNameKind): boolean {
    if (kind === 'moment') return true;
    if (this.counts.isLarge(number) || isSnowflakeNumber(number, this.days) || this.isStamp(number))
      return true;
    if (isTimeName(kind)) return Math.abs(number) > longest || this.counts.isSmall(number);
    return kind !== 'length' && this.counts.isSmall(number);
  }

  /** Whether a text without any digit contains a time stamp that is encoded in letters. */
  isOfLetters(text: string): boolean {
    return this.stamps.isInLetters(text);
  }
  /**
   * Whether a number is a time stamp such as that of `Date.now()`, with further digits before or
   * after it.
   */
  private isStamp(number: number): boolean {
    return (
      number >= 1e13 && Number.isSafeInteger(number) && this.stamps.in(String(number)).length > 0
    );
  }

  /**
   * Finds the ranges of a text that reveal a time.
   * @returns the ranges in order; one range for the whole text if nothing else would remain
   */
  partsIn(text: string, kind?: ValueNameKind): TextRange[] {
    if (!possibleDigitPattern.test(text)) {
      if (kind === 'moment') return text.trim() === '' ? [] : [[0, text.length]];
      return joined(this.stamps.inLetters(text));
    }
    if (numeric.test(text)) return this.ofNumeric(text, kind);
    const whole: TextRange = [0, text.length];
    if (kind === 'moment') return [whole];
    const plain = withAsciiDigits(text);
    if (isTimeName(kind) && text.length < short && /\d/.test(plain.text)) return [whole];
    const positional = withPositionalDigits(plain.text);
    const read = positional === undefined ? [plain.text] : [plain.text, positional];
    const parts = joined(read.flatMap((one) => this.found(one, one !== text)));
    if (text.length <= short) {
      const isAll =
        parts.length > 0
          ? isOfDateWords(plain.text, parts)
          : read.some((one) => isOnlyClockTime(one, one !== text));
      if (
        isAll ||
        isOnlyDate(plain.text, parts, this.days, () => this.isAll(withoutDateLabel(text)))
      )
        return [whole];
    }
    const { placeOf } = plain;
    return placeOf ? parts.map(([from, to]) => [placeOf(from), placeOf(to)]) : parts;
  }

  /** Whether a text is a time and nothing else. */
  private isAll(text: string): boolean {
    const [[from, to] = [1, 0]] = this.partsIn(text);
    return from === 0 && to === text.length;
  }

  private ofNumeric(text: string, kind: ValueNameKind): TextRange[] {
    const number = Number(text);
    const digits = text.trim();
    const isMoment =
      this.isMomentNumber(number, kind) ||
      (kind === 'edge' && digitsOfClock.test(digits)) ||
      (kind === 'time' && digits.startsWith('0') && digitsOfClock.test(digits)) ||
      timeIdentifiersIn(digits, this.days).length > 0 ||
      this.stamps.in(digits).length > 0 ||
      (digits.length >= 6 &&
        !digits.includes('.') &&
        new RunDateFinder(digits, this.days).parts().length > 0);
    return isMoment ? [[0, text.length]] : [];
  }

  private found(plain: string, isOfOtherDigits: boolean): TextRange[] {
    const days = [
      ...new RunDateFinder(plain, this.days, isOfOtherDigits).parts(),
      ...hebrewAndChineseDaysIn(plain),
      ...weekDatesIn(plain, this.days),
    ];
    return [
      ...clockTimesIn(plain),
      ...days.map((day) => extendByClockTime(plain, day)),
      ...timeIdentifiersIn(plain, this.days),
      ...this.stamps.in(plain),
      ...namedTimesIn(plain, this.days),
    ];
  }
}

/** Sorts ranges, and joins those that overlap. */
function joined(parts: readonly TextRange[]): TextRange[] {
  const inOrder = [...parts].sort(([a], [b]) => a - b);
  const all: [number, number][] = [];
  for (const [from, to] of inOrder) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

/**
 * Whether the text outside of these ranges consists only of words of dates, their numbers, and
 * signs.
 */
function isOfDateWords(text: string, parts: readonly TextRange[]): boolean {
  const left = withoutTextRanges(text, parts).replaceAll('[withheld]', ' ');
  const said = wordsIn(left);
  if (said.length === 0) {
    const numbers = left.match(/\d+/g) ?? [];
    // If this returns false, only the clock time is withheld, and the other numbers are kept.
    return numbers.length === 0 || (numbers.length <= 2 && /\p{L}/u.test(text));
  }
  return said.every(dateWordOf);
}

const known = new Map<string, TimePatternFinder>();
const mostKnown = 100;
/** Returns the finder for the days of a run. It is cached, since all values of a run share it. */
export function timePatternFinderOf({ day, last_day }: RunDays): TimePatternFinder {
  const key = `${day} ${last_day}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const made = new TimePatternFinder({ day, last_day });
  known.set(key, made);
  return made;
}
