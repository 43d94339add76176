import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';

/*
 * Recognises the number of `Date.now()` within a longer identifier, as programs make them: between
 * other digits, or in base 36 beside a prefix and random characters.
 */

/**
 * The longest token, in characters, that is searched. Tokens with more characters are encoded
 * pictures and sounds, in which a match would be a coincidence.
 */
const longest = 64;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isAlphanumeric = (code: number) => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122);

/**
 * A range of texts of the same length, in the order of the numbers that they represent. `from`
 * belongs to the range, `to` does not.
 */
interface Range {
  readonly from: string;
  readonly to: string;
  /**
   * The possible beginnings of a text in the range. If `from` and `to` begin with equal characters,
   * these characters are the only beginning. If not, the first character of `from` and the first
   * character of `to` are the two beginnings.
   */
  readonly beginnings: readonly string[];
}
function rangeOf(from: string, to: string): Range {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const beginnings = same > 0 ? [from.slice(0, same)] : [from.charAt(0), to.charAt(0)];
  return { from, to, beginnings };
}

/** Matches sequences of letters that words rarely contain: a token with one of them is random. */
const unspeakable = /[bcdfghjklmnpqrstvwxz]{4}|[aeiouy]{4}|q[^u]|[jqvxz][bcdfgjkmpqtvxz]/;

export class TimestampFinder {
  /** The ranges of decimal numbers that are a time of the run, in milliseconds and in seconds. */
  private readonly decimal: readonly Range[];
  private readonly base36: readonly Range[];

  constructor({ from, to, isLong }: Pick<RunDayNumbers, 'from' | 'to' | 'isLong'>) {
    const range = (unit: number, base: number) =>
      rangeOf((from / unit).toString(base), (to / unit).toString(base));
    this.decimal = [range(1, 10), range(1000, 10)];
    // For a run of several years, base 36 is not searched: parts of any text would match by chance.
    const lower = range(1, 36);
    const upper = rangeOf(lower.from.toUpperCase(), lower.to.toUpperCase());
    this.base36 = isLong ? [] : [lower, upper];
  }

  /**
   * Whether a text without digits contains a time stamp in base 36. This check must be fast,
   * because each name and text is checked. It first searches the beginning of a time stamp, which
   * hardly any text contains.
   */
  isInLetters(text: string): boolean {
    const last = text.length - 8;
    if (last < 0) return false;
    for (const { from, to, beginnings } of this.base36)
      for (const beginning of beginnings)
        for (
          let at = text.indexOf(beginning);
          at >= 0 && at <= last;
          at = text.indexOf(beginning, at + 1)
        ) {
          const second = text.charCodeAt(at + 1);
          const isNear =
            beginnings.length > 1 || (second >= from.charCodeAt(1) && second <= to.charCodeAt(1));
          if (isNear && this.inLetters(text).length > 0) return true;
        }
    return false;
  }

  /** Finds time stamps of the run. @param text with ASCII digits only */
  in(text: string): TextRange[] {
    if (text.length < 8) return [];
    return [...this.inDigits(text), ...this.inLetters(text)];
  }

  private inDigits(text: string): TextRange[] {
    const found: TextRange[] = [];
    if (text.length < 11) return found;
    each(text, this.decimal, (at) => {
      const [begin, end] = around(text, at, isDigit);
      // Digits after a decimal point are a fraction.
      const isFraction = text[begin - 1] === '.' && isDigit(text.charCodeAt(begin - 2));
      if (end - begin > 10 && !isFraction) found.push([begin, end]);
    });
    return found;
  }

  inLetters(text: string): TextRange[] {
    const found: TextRange[] = [];
    if (text.length < 8) return found;
    each(text, this.base36, (at, said) => {
      const [begin, end] = around(text, at, isAlphanumeric);
      if (end - at < 8 || end - begin > longest) return;
      if (/\d/.test(said) || unspeakable.test(said.toLowerCase())) found.push([begin, end]);
    });
    return found;
  }
}

/** Finds each position at which a text within one of the ranges begins. */
function each(text: string, ranges: readonly Range[], on: (at: number, said: string) => void) {
  for (const { from, to, beginnings } of ranges)
    for (const beginning of beginnings)
      for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
        const said = text.slice(at, at + from.length);
        if (said.length === from.length && said >= from && said < to) on(at, said);
      }
}

/** Returns the range of the token that contains this position. */
function around(text: string, at: number, is: (code: number) => boolean): TextRange {
  let [begin, end] = [at, at];
  while (begin > 0 && at - begin <= most && is(text.charCodeAt(begin - 1))) begin -= 1;
  while (end - at <= most && is(text.charCodeAt(end))) end += 1;
  return [begin, end];
}
/** The number of characters of one token that are checked. */
const most = 300;
