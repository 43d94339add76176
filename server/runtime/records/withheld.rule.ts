import { isIP } from 'node:net';
import { jsonOf, type Json } from './json.rule';
import { Moments, type RunDays } from './moments.rule';

export interface Withheld {
  readonly value: Json;
  /** How many values, or parts of texts, were taken out. */
  readonly count: number;
}

export const mark = '[withheld]';
const agent = /Mozilla\/\d[^"\n]*/g;
const four = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g;
/** Also with a full stop or a colon behind it, as in a sentence. */
const six = /(?<![\w:.])(?=[\da-f]{0,4}:[\da-f]{0,4}:)[\da-f:.]{3,46}(?![\w:])/gi;
/** What is without any of this has nothing to take out: most words of a study. */
const mayTell = /\d[\d.:]|:[\da-f:]|Mozilla/i;
const isAddress = (text: string) => text.length > 2 && text.length < 100 && isIP(text) !== 0;

/**
 * Of an anonymous session's data, without what a study itself wrote down of when and where it ran: a
 * clock time (as a text, or counted from the epoch), a network address, a browser's agent string. What
 * a study hides otherwise, no rule finds. The same for whatever shows or exports data.
 */
export function withheld(value: Json, days: RunDays): Withheld {
  const moments = new Moments(days);
  let count = 0;
  const take = () => {
    count += 1;
    return mark;
  };
  const ofText = (text: string): string | null => {
    if (!mayTell.test(text)) return text;
    if (isAddress(text) || moments.isAll(text)) {
      count += 1;
      return null;
    }
    const placeless = text
      .replace(agent, take)
      .replace(six, (found) => {
        const bare = isAddress(found) ? found : found.replace(/[.:]$/, '');
        return isAddress(bare) ? take() + found.slice(bare.length) : found;
      })
      .replace(four, (found) => (isAddress(found) ? take() : found));
    const left = moments.without(placeless, take);
    // A value that was nothing else is missing, in whichever way it was recognised.
    return left === mark && text !== mark ? null : left;
  };
  const of = (one: Json): Json => {
    if (typeof one === 'string') return ofText(one);
    if (typeof one === 'number' && moments.isEpoch(one)) {
      count += 1;
      return null;
    }
    if (Array.isArray(one)) return one.map(of);
    if (typeof one !== 'object' || one === null) return one;
    // Names too may say a time. `fromEntries` makes own keys, whatever they are called.
    return Object.fromEntries(Object.entries(one).map(([key, each]) => [nameOf(key), of(each)]));
  };
  const nameOf = (key: string) => ofText(key) ?? mark;
  return { value: of(value), count };
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
