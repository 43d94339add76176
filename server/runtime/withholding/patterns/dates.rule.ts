import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';
import type { DateWord } from './date-lexicon.rule';
import { isAscii, textTokensOf, type TextToken } from './tokens.rule';

/** The characters between two parts of a date. */
const gap = /^[^\p{L}\p{N}\n{}[\]":;=<>]{0,4}$/u;
const numericGap =
  /^(?:[\s/.,\-_\u2010-\u2015‏،⁠]{1,4}|\s?\p{L}{1,2}[\s.,]{0,2}|[年월月년日일]\s?)$/u;
const pairGap =
  /^(?:[\s/.,\-_\u2010-\u2015‏،]{1,4}|\s?[년월月년日일ж][\s.,-]{0,3}|\s(?:tháng|thg)\s)$/u;
const separator = /^[\s.,'’\-\u2010-\u2015⁠\u200e\u200f]{1,4}$/u;
/**
 * How many words without a number may stand between a month and its day (28 de noviembre de 2026).
 */
const mostBetween = 3;

/** Finds days of a run in a text, in the words and calendars of any language. */
export class RunDateFinder {
  private readonly all: readonly TextToken[];
  private readonly isAllKnown: boolean;
  private readonly isOtherScript: boolean;

  constructor(
    /** The text, with all digits converted to ASCII. */
    private readonly text: string,
    private readonly days: RunDayNumbers,
    /** Whether the text had digits other than those of ASCII. */
    private readonly isOfOtherDigits = false,
  ) {
    this.all = textTokensOf(text);
    this.isOtherScript = !isAscii(text) && !/\p{Script=Latin}/u.test(text);
    this.isAllKnown =
      text.length <= 160 && this.all.every(({ number, word }) => number !== undefined || word);
  }

  parts(): TextRange[] {
    const found: TextRange[] = [];
    for (const [i, token] of this.all.entries()) {
      const part = token.number === undefined ? this.byWord(i) : this.byNumbers(i);
      if (part) found.push(part);
    }
    return found;
  }

  private at(i: number): TextToken | undefined {
    return this.all[i];
  }
  private between(i: number): string {
    const [left, right] = [this.at(i), this.at(i + 1)];
    return left && right ? this.text.slice(left.to, right.from) : '\n';
  }

  /**
   * Finds three consecutive numbers that are a date, or a year with a month, a week, or a day of
   * the year.
   */
  private byNumbers(i: number): TextRange | undefined {
    const first = this.at(i);
    if (!first || first.number === undefined || first.digits > 8) return undefined;
    const next = this.at(i + 1);
    if (!this.isAllKnown && (!next || next.from - first.to > 4)) return this.inDigits(first);
    const second = this.numberBehind(i);
    if (!second) return this.inDigits(first);
    const third = this.numberBehind(second.at);
    const [a, b, c] = [first.number, second.token.number ?? 0, third?.token.number ?? 0];
    // 26 / 28 / 11: the order year, day, month, as in N’Ko
    const isDate =
      this.days.isOrder(a, b, c) || (this.isOfOtherDigits && this.days.isDate(a, c, b));
    if (third && isDate) return [first.from, this.behind(third.at).to];
    if (first.digits === 4 && second.token.digits === 3 && this.days.isDayOfYear(a, b))
      return [first.from, second.token.to];
    return this.isPair(first, second.token) ? [first.from, second.token.to] : undefined;
  }

  /**
   * Whether two numbers are a month and a year, or a day and a month. Always false for a long text,
   * and for a text that contains words other than those of dates.
   */
  private isPair(first: TextToken, second: TextToken): boolean {
    // Searching the whole text is cheap, since only short texts get here.
    if (!this.isAllKnown || !pairGap.test(this.text.slice(first.to, second.from))) return false;
    if (decimal.test(this.text) && !this.isOfOtherDigits) return false;
    const numbers = this.all.filter(({ number }) => number !== undefined);
    const isTwo = numbers.length === 2;
    const [a, b] = [first.number ?? 0, second.number ?? 0];
    const isMonth =
      (first.digits === 4 && second.digits <= 2 && this.days.isMonthOfYear(a, b)) ||
      (second.digits === 4 && first.digits <= 2 && this.days.isMonthOfYear(b, a));
    if (isMonth || first.digits > 2 || second.digits > 2) return isTwo && isMonth;
    const isGregorian =
      this.days.isDayOfMonth(1 << (b - 1), a) || this.days.isDayOfMonth(1 << (a - 1), b);
    // "10-20" may be an answer. In a calendar other than the Gregorian it counts only if words or
    // digits show that calendar.
    const isOther = numbers.length < this.all.length || this.isOfOtherDigits;
    return (
      (isTwo && isGregorian) || (isOther && (this.days.isPair(a, b) || this.days.isPair(b, a)))
    );
  }

  private numberBehind(i: number): { token: TextToken; at: number } | undefined {
    const next = this.at(i + 1);
    if (next?.number !== undefined && numericGap.test(this.between(i)))
      return { token: next, at: i + 1 };
    if (this.isAllKnown) {
      const at = this.all.findIndex(({ number }, n) => n > i && number !== undefined);
      const token = this.at(at);
      return token && at - i <= mostBetween + 1 ? { token, at } : undefined;
    }
    const behind = this.at(i + 2);
    const from = this.at(i)?.to;
    if (next?.number !== undefined || behind?.number === undefined || from === undefined)
      return undefined;
    const between = this.text.slice(from, behind.from);
    return numericGap.test(between) ? { token: behind, at: i + 2 } : undefined;
  }

  /** Finds a date that is written as one number: 20261128, 28112026, 261128, 2026W486. */
  private inDigits({ from, to, digits }: TextToken): TextRange | undefined {
    const text = this.text.slice(from, to);
    const cut = (...at: number[]) => at.map((place, n) => Number(text.slice(place, at[n + 1])));
    if (digits !== 6 && digits !== 8) return undefined;
    const orders: Readonly<Record<number, number[][]>> = {
      8: [cut(0, 4, 6), cut(0, 2, 4)],
      6: [cut(0, 2, 4)],
    };
    const isDate = orders[digits]?.some(([a = 0, b = 0, c = 0]) => this.days.isOrder(a, b, c));
    return isDate ? [from, to] : undefined;
  }

  /** Finds a month, or a weekday, next to a number. */
  private byWord(i: number): TextRange | undefined {
    const token = this.at(i);
    const word = token?.word;
    if (!token || !word || !(word.anywhere > 0 || word.isOtherMonth || word.isWeekday))
      return undefined;
    const left = this.numbersFrom(i, -1);
    const right = this.numbersFrom(i, 1);
    const near = [...left, ...right];
    if (near.length === 0) return undefined;
    const years = near.filter(({ token: one }) => this.days.isYear(one.number ?? -1));
    const isOfAnotherYear = years.length === 0 && near.some(({ token: one }) => one.digits === 4);
    if (isOfAnotherYear) return undefined;
    const isAnywhere = years.length > 0 && this.isAllKnown;
    const said = isAnywhere ? { ...word, months: word.anywhere } : word;
    const days = near.filter(({ token: one }) => this.isDayOf(said, one));
    const hasYear = years.some(({ token: one }) => one.digits === 4);
    // 28/xi/2026
    if (word.isShort && (years.length === 0 || !this.isBetween(i))) return undefined;
    const isSaid =
      this.isAllKnown ||
      hasYear ||
      ((word.isSpoken || !isAscii(this.text.slice(token.from, token.to))) &&
        days.some(({ isApart }) => isApart));
    const isMonth = word.months > 0 && this.days.hasMonth(word.months);
    const isTold = days.length > 0 || (years.length > 0 && (isMonth || word.isOtherMonth));
    if (!isTold || !isSaid) return undefined;
    const used = [...years, ...days].map(({ at }) => at);
    return this.spread(Math.min(i, ...used), Math.max(i, ...used));
  }

  /** Whether there is a number before and after the word, with the same separator. */
  private isBetween(i: number): boolean {
    const isNumber = (at: number) => this.at(at)?.number !== undefined;
    const sign = this.between(i);
    return isNumber(i - 1) && isNumber(i + 1) && sign !== '' && sign === this.between(i - 1);
  }

  private isDayOf(
    { months, isOtherMonth, isWeekday }: DateWord,
    { number = 0, digits }: TextToken,
  ) {
    if (digits > 2) return false;
    if (months > 0 && this.days.isDayOfMonth(months, number)) return true;
    if (isOtherMonth && this.days.isDayOfAny(number)) return true;
    return isWeekday && this.days.isDayOfMonth(0xfff, number);
  }

  /** Collects the numbers on one side of a word, up to the first word that is not part of a date. */
  private numbersFrom(
    i: number,
    step: 1 | -1,
  ): { token: TextToken; at: number; isApart: boolean }[] {
    const found: { token: TextToken; at: number; isApart: boolean }[] = [];
    let words = 0;
    for (
      let at = i + step;
      found.length < 2 && words <= (this.isAllKnown ? mostBetween : 1);
      at += step
    ) {
      const token = this.at(at);
      if (!token) break;
      const between = this.between(step > 0 ? at - 1 : at);
      // नवंबर: २८
      const isGap =
        between === ' ' || gap.test(between) || (between === ': ' && this.isOtherScript);
      if (!isGap) break;
      if (token.number !== undefined)
        found.push({ token, at, isApart: words > 0 || separator.test(between) });
      else if (token.word) words += 1;
      else break;
    }
    return found;
  }

  /** Extends the range by an adjacent weekday and adjacent digits of a clock time. */
  private spread(first: number, last: number): TextRange {
    const isBeside = (at: number, behind: boolean) => {
      const token = this.at(at);
      return token?.word?.isWeekday === true && gap.test(this.between(behind ? at - 1 : at));
    };
    if (isBeside(first - 1, false)) first -= 1;
    if (isBeside(last + 1, true)) last += 1;
    return [this.at(first)?.from ?? 0, this.behind(last).to];
  }
  private behind(at: number): TextToken {
    const [token, next, minutes] = [this.at(at), this.at(at + 1), this.at(at + 2)];
    if (!token) throw new Error('no such token');
    const isClock = next && (next.digits === 4 || next.digits === 6);
    if (isClock && /^[\sT_-]{1,2}$/.test(this.between(at))) return next;
    const isDotted =
      next && next.digits <= 2 && minutes?.digits === 2 && this.between(at + 1) === '.';
    return isDotted && /^,?\s{1,2}$/.test(this.between(at)) ? minutes : token;
  }
}

const decimal = /^\s*-?\d+[.,]\d+\s*$/;
