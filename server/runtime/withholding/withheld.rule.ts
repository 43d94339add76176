import { isIP } from 'node:net';
import { parseExactJson, type Json, type JsonObject } from '../record-format/json.rule';
import { RunMomentFinder, type RunDays } from './moments.rule';
import { decodePercents, encodedTokens, isEncoded } from './patterns/encoded.rule';
import { timePatternFinderOf, type TimePatternFinder } from './patterns/forms.rule';
import { dateWordOf } from './patterns/date-lexicon.rule';
import { isTimeName, recognizeName, type ValueNameKind } from './patterns/names.rule';
import { namedValuesOfList, momentNamesInList, type NamedListValue } from './patterns/pairs.rule';
import { isClockTimeList, isDateList, momentNamesInObject } from './patterns/parts.rule';

export interface WithholdingResult {
  readonly value: Json;
  /** How many values, or parts of texts, were withheld. */
  readonly count: number;
}
/** The neutral names of a run's files, by their original names. */
export type NeutralNamesByName = ReadonlyMap<string, string>;
/** Called with the path of each withheld value; indexes of lists are left out. */
export type OnWithheldPath = (path: readonly string[]) => void;

export const withheldMark = '[withheld]';
/**
 * Matches a text from the name of a browser or its rendering engine to the end, since the rest identifies the computer.
 */
const agent = new RegExp(
  '(?:(?:Mozilla|Opera|Dalvik|okhttp|CFNetwork)/\\d' +
    '|\\d\\.\\d+ \\((?:X11|Windows|Macintosh|Linux|iPhone|iPad|iPod|Android|compatible)' +
    '|(?:AppleWebKit|Gecko|Presto|Trident|HeadlessChrome|Chrome|Chromium|Firefox|Safari|Edg[eA]?|OPR|SamsungBrowser)/\\d)' +
    '[^"\\n]*' +
    // The form of browser names in HTTP headers: "Chromium";v="156"
    '|"[^"\\n]{1,40}";\\s?v="\\d[^\\n]*',
  'g',
);
const four = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g;
/** Matches an IPv6 address, also before a full stop or a colon, as in a sentence. */
const six = /(?<![\w:.])(?=[\da-f]{0,4}:[\da-f]{0,4}:)[\da-f:.]{3,46}(?![\w:])/gi;
/**
 * A quick test: every text to withhold contains a match. A text without a match, like most words of
 * a study, is not checked further.
 */
const mayTell = /[\d\u0590-\u{10ffff}]|:[\da-f:]|;\s?v=/iu;
/** Whether the text may be a JSON object or array, judged by its first and last character. */
const mayBeJson = (text: string): boolean => {
  const first = text.charCodeAt(0);
  if (first === 123) return text.endsWith('}') || text.trimEnd().endsWith('}');
  if (first === 91) return text.endsWith(']') || text.trimEnd().endsWith(']');
  return first <= 32 && /^\s+[{[]/.test(text) && mayBeJson(text.trimStart());
};
const isAddress = (text: string) => text.length > 2 && text.length < 100 && isIP(text) !== 0;

const before = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{3,20})[.,،]?\s{1,2}\[withheld\]/gu;
const weekdayToo = (all: string, word: string): string =>
  dateWordOf(word)?.isWeekday ? withheldMark : all;

/** Withholds values one by one; an instance serves a single value or all values of a run. */
class Withholding {
  private readonly moments: RunMomentFinder;
  private readonly forms: TimePatternFinder;
  private readonly path: string[] = [];
  /** Whether the value is part of a text that is JSON. If so, `path` is the path of that text. */
  private isInText = false;
  count = 0;
  /** The number of changes: withheld parts, and replaced names of files. */
  private changes = 0;

  constructor(
    private readonly runDays: RunDays,
    private readonly onTaken?: OnWithheldPath,
    private readonly fileNames?: NeutralNamesByName,
  ) {
    this.moments = new RunMomentFinder(runDays);
    this.forms = timePatternFinderOf(runDays);
  }

  private readonly take = (): string => {
    this.count += 1;
    this.changes += 1;
    this.onTaken?.(this.path);
    return withheldMark;
  };
  private nothing(): null {
    this.take();
    return null;
  }

  of(one: Json, kind?: ValueNameKind): Json {
    if (typeof one === 'string') return this.ofText(one, kind);
    if (typeof one === 'number') return this.ofNumber(one, kind);
    if (typeof one !== 'object' || one === null) return one;
    if (kind === 'moment') return this.nothing();
    if (!Array.isArray(one)) return this.ofObject(one);
    const { days } = this.forms;
    if (isDateList(one, days) || (isTimeName(kind) && isClockTimeList(one))) return this.nothing();
    const parts = namedValuesOfList(one);
    if (parts) return this.ofParts(parts);
    // Numbers in a long list count as measurements: one may equal a day of the run by chance.
    const inside = one.length > 7 && kind === undefined ? 'length' : kind;
    return one.map((each) => this.of(each, inside));
  }

  private ofNumber(number: number, kind: ValueNameKind): number | null {
    const isTold = this.moments.isEpoch(number) || this.forms.isMomentNumber(number, kind);
    return isTold ? this.nothing() : number;
  }

  /**
   * Withholds times in an object's keys and values. `Object.fromEntries` keeps a key `__proto__`.
   * @param part set for an object such as `{ type: 'hour', value: 14 }`. Its member `value` is then
   * treated as if the member had the name `part.name`, here `hour`.
   */
  private ofObject(object: JsonObject, part?: { name: string; told?: ReadonlySet<string> }): Json {
    const told = momentNamesInObject(object, this.forms.days);
    return Object.fromEntries(
      Object.entries(object).map(([key, each]) => {
        const name = this.ofName(key);
        if (!this.isInText) this.path.push(name);
        const value =
          part && key === 'value'
            ? this.ofNamed(part.name, each, part.told)
            : this.ofNamed(key, each, told);
        if (!this.isInText) this.path.pop();
        return [name, value];
      }),
    );
  }
  private ofName(key: string): string {
    if (this.forms.isHarmlessName(key) && !this.fileNames) return key;
    const name = this.ofText(key) ?? withheldMark;
    if (name === key) this.forms.rememberName(key);
    return name;
  }
  private ofNamed(name: string, value: Json, told?: ReadonlySet<string>): Json {
    const isTold = told?.has(name) === true && value !== null;
    return isTold ? this.nothing() : this.of(value, recognizeName(name).kind);
  }

  /** Withholds the values of a list of named parts as if they were members of one object. */
  private ofParts(parts: readonly NamedListValue[]): Json[] {
    const told = momentNamesInList(parts, this.forms.days, this.tells);
    return parts.map(({ name, value, of }) =>
      Array.isArray(of)
        ? [this.ofText(name) ?? withheldMark, this.ofNamed(name, value, told)]
        : this.ofObject(of, { name, told }),
    );
  }

  ofText(text: string, kind?: ValueNameKind): string | null {
    const made = this.fileNames?.get(text);
    if (made !== undefined) {
      this.changes += 1;
      return made;
    }
    const isRead = kind === 'moment' || isTimeName(kind);
    const isJson = mayBeJson(text);
    if (!isRead && !isJson && !this.mayTell(text)) return text;
    // Whether the text may be cached as harmless if nothing in it has to be withheld.
    const isKept = !isRead && !(isJson && this.fileNames);
    if (isKept && this.forms.tellsNothing(text, kind)) return text;
    const left = isJson ? this.ofJson(text, kind) : this.without(text, kind);
    if (isKept && left === text) this.forms.remember(text, kind);
    return left;
  }
  private mayTell(text: string): boolean {
    return mayTell.test(text) || this.forms.isOfLetters(text);
  }
  private readonly tells = (text: string): boolean => withholdTimes(text, this.runDays).count > 0;

  /** Parses a JSON object or array, and writes it again if a part of it was changed. */
  private ofJson(text: string, kind: ValueNameKind): string | null {
    const value = parseExactJson(text);
    if (typeof value !== 'object' || value === null) return this.without(text, kind);
    const [changes, isInText] = [this.changes, this.isInText];
    this.isInText = true;
    const left = this.of(value, kind);
    this.isInText = isInText;
    if (left === null) return null;
    if (this.changes > changes) return JSON.stringify(left);
    return isTimeName(kind) ? this.without(text, kind) : text;
  }

  private without(text: string, kind: ValueNameKind): string | null {
    if (kind !== 'moment' && !this.mayTell(text)) return text;
    if (isAddress(text) || this.moments.isAll(text)) return this.nothing();
    const placeless = (isEncoded(text) ? this.withoutEncoded(text) : text)
      .replace(agent, this.take)
      .replace(six, (found) => {
        const bare = isAddress(found) ? found : found.replace(/[.:]$/, '');
        return isAddress(bare) ? this.take() + found.slice(bare.length) : found;
      })
      .replace(four, (found) => (isAddress(found) ? this.take() : found));
    const left = this.withoutForms(this.moments.without(placeless, this.take), kind);
    // A value that was nothing but a time becomes null, in whichever way it was recognised.
    return left === withheldMark && text !== withheldMark ? null : left;
  }

  private withoutEncoded(text: string): string {
    return text.replace(encodedTokens, (token) =>
      isEncoded(token) && this.tells(decodePercents(token)) ? this.take() : token,
    );
  }
  private withoutForms(text: string, kind: ValueNameKind): string {
    let left = '';
    let at = 0;
    for (const [from, to] of this.forms.partsIn(text, kind)) {
      left += text.slice(at, from) + this.take();
      at = to;
    }
    left += text.slice(at);
    // Saturday, [withheld]
    return left.includes(withheldMark) ? left.replace(before, weekdayToo) : left;
  }
}

/**
 * Removes from a value of an anonymous session what reveals when and where the study ran: clock times, days of the run,
 * identifiers with a time, network addresses, browsers. Values are recognised by their form or their name
 * (docs/decisions/withheld-values.md); what a study encodes differently cannot be found. Every page and export uses
 * this function.
 */
export function withholdTimes(
  value: Json,
  days: RunDays,
  onTaken?: OnWithheldPath,
  fileNames?: NeutralNamesByName,
): WithholdingResult {
  const all = new Withholding(days, onTaken, fileNames);
  return { value: all.of(value), count: all.count };
}

/** Like `withholdTimes`, for the value of a column. @param name the column's heading */
export function withholdTimesInColumn(name: string, value: Json, days: RunDays): WithholdingResult {
  const all = new Withholding(days);
  return { value: all.of(value, recognizeName(name).kind), count: all.count };
}

/**
 * Like `withholdTimes`, for the text of a record. JSON is parsed and written again, since patterns
 * cannot match all spellings of a value in JSON. Any other text counts as one value.
 */
export function withholdTimesInText(
  text: string,
  days: RunDays,
  fileNames?: NeutralNamesByName,
): string {
  const value = parseExactJson(text);
  if (value !== undefined)
    return JSON.stringify(withholdTimes(value, days, undefined, fileNames).value);
  const left = withholdTimes(text, days, undefined, fileNames).value;
  return typeof left === 'string' ? left : withheldMark;
}
