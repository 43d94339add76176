import { isIP } from 'node:net';
import { jsonOf, type Json, type JsonObject } from './json.rule';
import { Moments, type RunDays } from './moments.rule';
import { formsOf, type Forms } from './telling/forms.rule';
import { wordOf } from './telling/lexicon.rule';
import { named, type NameKind } from './telling/names.rule';
import { isClockInList, isDayInList, toldTogether } from './telling/parts.rule';

export interface Withheld {
  readonly value: Json;
  /** How many values, or parts of texts, were taken out. */
  readonly count: number;
}
/** Called with the place of each withheld value: the names that lead there, without places in lists. */
export type OnTaken = (path: readonly string[]) => void;

export const mark = '[withheld]';
/** From an engine's or a browser's name on: the rest of it says which computer it is. */
const agent = new RegExp(
  '(?:(?:Mozilla|Opera|Dalvik|okhttp|CFNetwork)/\\d' +
    '|\\d\\.\\d+ \\((?:X11|Windows|Macintosh|Linux|iPhone|iPad|iPod|Android|compatible)' +
    '|(?:AppleWebKit|Gecko|Presto|Trident|HeadlessChrome|Chrome|Chromium|Firefox|Safari|Edg[eA]?|OPR|SamsungBrowser)/\\d)' +
    '[^"\\n]*' +
    // As a header has them: "Chromium";v="156"
    '|"[^"\\n]{1,40}";\\s?v="\\d[^\\n]*',
  'g',
);
const four = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g;
/** Also with a full stop or a colon behind it, as in a sentence. */
const six = /(?<![\w:.])(?=[\da-f]{0,4}:[\da-f]{0,4}:)[\da-f:.]{3,46}(?![\w:])/gi;
/** What is without any of this has nothing to take out: most words of a study. */
const mayTell = /[\d\u0590-\u{10ffff}]|:[\da-f:]|;\s?v=/iu;
const isAddress = (text: string) => text.length > 2 && text.length < 100 && isIP(text) !== 0;

const before = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{3,20})[.,،]?\s{1,2}\[withheld\]/gu;
const weekdayToo = (all: string, word: string): string => (wordOf(word)?.isWeekday ? mark : all);

/** Withholds one value at a time: one instance for each run, or for a single value. */
class Withholding {
  private readonly moments: Moments;
  private readonly forms: Forms;
  private readonly path: string[] = [];
  count = 0;

  constructor(
    days: RunDays,
    private readonly onTaken?: OnTaken,
  ) {
    this.moments = new Moments(days);
    this.forms = formsOf(days);
  }

  private readonly take = (): string => {
    this.count += 1;
    this.onTaken?.(this.path);
    return mark;
  };
  private nothing(): null {
    this.take();
    return null;
  }

  of(one: Json, kind?: NameKind): Json {
    if (typeof one === 'string') return this.ofText(one, kind);
    if (typeof one === 'number') return this.ofNumber(one, kind);
    if (typeof one !== 'object' || one === null) return one;
    if (kind === 'moment') return this.nothing();
    if (!Array.isArray(one)) return this.ofObject(one);
    const { days } = this.forms;
    if (isDayInList(one, days) || (kind === 'time' && isClockInList(one))) return this.nothing();
    // Many numbers are measures: one of them equals a day of the run by chance.
    const inside = one.length > 7 && kind === undefined ? 'length' : kind;
    return one.map((each) => this.of(each, inside));
  }

  private ofNumber(number: number, kind: NameKind): number | null {
    const isTold = this.moments.isEpoch(number) || this.forms.isMomentNumber(number, kind);
    return isTold ? this.nothing() : number;
  }

  /** Names too may say a time. `fromEntries` makes own keys, whatever they are called. */
  private ofObject(object: JsonObject): JsonObject {
    const told = toldTogether(object, this.forms.days);
    return Object.fromEntries(
      Object.entries(object).map(([key, each]) => {
        const name = this.ofText(key) ?? mark;
        this.path.push(name);
        const isTold = told?.has(key) === true && each !== null;
        const value = isTold ? this.nothing() : this.of(each, named(key).kind);
        this.path.pop();
        return [name, value];
      }),
    );
  }

  ofText(text: string, kind?: NameKind): string | null {
    if (kind === 'moment' || kind === 'time') return this.without(text, kind);
    if (!mayTell.test(text) || this.forms.tellsNothing(text, kind)) return text;
    const left = this.without(text, kind);
    if (left === text) this.forms.remember(text, kind);
    return left;
  }

  private without(text: string, kind: NameKind): string | null {
    if (!mayTell.test(text) && kind !== 'moment') return text;
    if (isAddress(text) || this.moments.isAll(text)) return this.nothing();
    const placeless = text
      .replace(agent, this.take)
      .replace(six, (found) => {
        const bare = isAddress(found) ? found : found.replace(/[.:]$/, '');
        return isAddress(bare) ? this.take() + found.slice(bare.length) : found;
      })
      .replace(four, (found) => (isAddress(found) ? this.take() : found));
    const left = this.withoutForms(this.moments.without(placeless, this.take), kind);
    // A value that was nothing else is missing, in whichever way it was recognised.
    return left === mark && text !== mark ? null : left;
  }

  private withoutForms(text: string, kind: NameKind): string {
    let left = '';
    let at = 0;
    for (const [from, to] of this.forms.partsIn(text, kind)) {
      left += text.slice(at, from) + this.take();
      at = to;
    }
    left += text.slice(at);
    // Saturday, [withheld]
    return left.includes(mark) ? left.replace(before, weekdayToo) : left;
  }
}

/**
 * A value of an anonymous session without what reveals when and where the study ran: clock times, days of the
 * run, identifiers with a time, network addresses, browsers. It goes by the form or the name of a value
 * (docs/decisions/0103-moments-by-form.md); no rule finds what a study hides otherwise. Every page and export
 * uses it.
 */
export function withheld(value: Json, days: RunDays, onTaken?: OnTaken): Withheld {
  const all = new Withholding(days, onTaken);
  return { value: all.of(value), count: all.count };
}

/** As `withheld`, of the value of a column. @param name the column's heading */
export function withheldUnder(name: string, value: Json, days: RunDays): Withheld {
  const all = new Withholding(days);
  return { value: all.of(value, named(name).kind), count: all.count };
}

/**
 * As `withheld`, of a record's text. JSON is read and written again, since a text has more ways to
 * write a value than any pattern knows; so it stays JSON. Any other text is one value.
 */
export function withheldText(text: string, days: RunDays): string {
  const value = jsonOf(text);
  if (value !== undefined) return JSON.stringify(withheld(value, days).value);
  const left = withheld(text, days).value;
  return typeof left === 'string' ? left : mark;
}
