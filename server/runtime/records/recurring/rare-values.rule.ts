import type { RecordKind } from '../../../../contracts/runtime';
import { isObject, jsonOf, type Json } from '../json.rule';
import { mark } from '../withheld.rule';
import { mostOfOneValue, rareNumber, rareText, tokensIn, withoutTokens } from './rare.rule';

/** The names that lead to a value, without places in lists. */
export type Path = readonly string[];
export interface Found {
  /** As it is compared. */
  readonly text: string;
  readonly path: Path;
  readonly isNumber: boolean;
}
/** Is told each rare value. @returns whether it is taken out */
export type Sees = (found: Found) => boolean;

/** Under which all that is no trial and no text stands. */
const ofEvents = 'events';
/** Behind the path of an object: the names of its values, where a study writes a value as a name. */
const itsNames = '(names)';

/**
 * A record's value, as the table of data or of events has it: an amended trial stands where the trial
 * stood.
 */
export function recordWithout(kind: RecordKind, value: Json, sees: Sees): Json {
  if (kind === 'finish') return value;
  if (kind === 'trial' || kind === 'text') return without(value, sees, []);
  if (kind === 'amend' && isObject(value) && value.data !== undefined)
    return { ...value, data: without(value.data, sees, []) };
  return without(value, sees, [ofEvents]);
}
export const isOfEvents = ([first]: Path): boolean => first === ofEvents;
/**
 * As `recordWithout`, of a text that stands beside records, such as the message of an error.
 * @param name under which events have it
 */
export const textOfEventWithout = (text: string, name: string, sees: Sees): string => {
  const left = without(text, sees, [ofEvents, name]);
  return typeof left === 'string' ? left : mark;
};

/** @returns the value without what `sees` takes out; the same one where that is nothing */
export function without(value: Json, sees: Sees, path: Path): Json {
  if (typeof value === 'string') return ofText(value, sees, path);
  if (typeof value === 'number') {
    const text = rareNumber(value);
    return text !== undefined && sees({ text, path, isNumber: true }) ? null : value;
  }
  if (Array.isArray(value)) return value.map((one) => without(one, sees, path));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      withoutName(key, sees, [...path, itsNames]),
      without(one, sees, [...path, key]),
    ]),
  );
}

function withoutName(name: string, sees: Sees, path: Path): string {
  const text = rareText(name);
  return text !== undefined && sees({ text, path, isNumber: false }) ? mark : name;
}

function ofText(text: string, sees: Sees, path: Path): Json {
  const inside = /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
  if (typeof inside === 'object' && inside !== null) {
    let taken = false;
    const noted: Sees = (found) => {
      const isTaken = sees(found);
      taken ||= isTaken;
      return isTaken;
    };
    const left = without(inside, noted, path);
    return taken ? JSON.stringify(left) : text;
  }
  const takes = (one: string) => sees({ text: one, path, isNumber: false });
  if (text.length > mostOfOneValue) {
    const taken = new Map([...new Set(tokensIn(text))].map((one) => [one, takes(one)]));
    return [...taken.values()].some(Boolean) ? withoutTokens(text, () => mark) : text;
  }
  const whole = rareText(text);
  const parts = tokensIn(text).filter((one) => one !== whole);
  // Each is told, whichever of them is taken out.
  const taken = [...(whole === undefined ? [] : [whole]), ...parts].map(takes);
  return taken.some(Boolean) ? null : text;
}
