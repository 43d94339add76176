import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isObject, jsonOf, type Json } from '../record-format/json.rule';
import { mark } from '../withholding/withheld.rule';
import { mostOfOneValue, rareNumber, raresIn, rareText, withoutTokens } from './rare.rule';

/** The names of members that lead to a value; indexes of lists are left out. */
export type Path = readonly string[];
/** Whether rare values at a path are removed. */
export type Takes = (path: Path) => boolean;

/**
 * The first part of the path of each value in the table of events, that is in records other than
 * trials and texts.
 */
const ofEvents = 'events';
/**
 * Appended to the path of an object: stands for the keys of its members, since a study may write
 * values as keys.
 */
export const itsNames = '(names)';

/**
 * The part of a record that exports show, and its path in the exported tables of data and of
 * events. An amended trial has the path of the trial.
 */
export function placedIn(kind: RecordKind, value: Json): { value: Json; path: Path } {
  if (kind === 'trial' || kind === 'text') return { value, path: [] };
  if (kind === 'amend' && isObject(value) && value.data !== undefined)
    return { value: value.data, path: [] };
  return { value, path: [ofEvents] };
}
export const isOfEvents = ([first]: Path): boolean => first === ofEvents;

export function recordWithout(kind: RecordKind, value: Json, takes: Takes): Json {
  if (kind === 'finish') return value;
  const placed = placedIn(kind, value);
  const left = without(placed.value, takes, placed.path);
  return placed.value === value || !isObject(value) ? left : { ...value, data: left };
}

/**
 * Like `recordWithoutPaths`, for a text that is stored beside the records, such as the message of
 * an error.
 * @param name the name under which the record of the event has this text
 */
export const textOfEventWithout = (text: string, name: string, takes: Takes): string => {
  const left = without(text, takes, [ofEvents, name]);
  return typeof left === 'string' ? left : mark;
};

function without(value: Json, takes: Takes, path: Path): Json {
  if (typeof value === 'string') return ofText(value, takes, path);
  if (typeof value === 'number')
    return rareNumber(value) !== undefined && takes(path) ? null : value;
  if (Array.isArray(value)) return value.map((one) => without(one, takes, path));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isTaken = rareText(key) !== undefined && takes([...path, itsNames]);
      return [isTaken ? mark : key, without(one, takes, [...path, key])];
    }),
  );
}

function ofText(text: string, takes: Takes, path: Path): Json {
  const inside = jsonInside(text);
  if (inside !== undefined) {
    let taken = false;
    const left = without(
      inside,
      (place) => {
        const isTaken = takes(place);
        taken ||= isTaken;
        return isTaken;
      },
      path,
    );
    return taken ? JSON.stringify(left) : text;
  }
  if (raresIn(text).length === 0 || !takes(path)) return text;
  return text.length > mostOfOneValue ? withoutTokens(text, mark) : null;
}

/** Parses a text that contains a JSON object or array; undefined for other texts. */
export function jsonInside(text: string): Json | undefined {
  const inside = /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
  return typeof inside === 'object' && inside !== null ? inside : undefined;
}
