import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isJsonObject, parseExactJson, type Json } from '../record-format/json.rule';
import { withheldMark } from '../withholding/withheld.rule';
import {
  longestComparedText,
  comparableRareNumber,
  rarePartsOf,
  comparableRareText,
  replaceRareTokens,
} from './rare.rule';

/** The names of members that lead to a value; indexes of lists are left out. */
export type ValuePath = readonly string[];
/** Whether rare values at a path are removed. */
export type RareValuePathFilter = (path: ValuePath) => boolean;

/**
 * The path of a value in an event begins with this name. The path of a value in the data does not.
 */
const ofEvents = 'events';
/**
 * The last step of a path that leads to the keys of an object. Keys need a path, too, because a
 * study may write values as keys.
 */
export const objectKeysPathStep = '(names)';

/**
 * Returns the part of a record that exports show, and its path in the exported tables of data and
 * of events. A record that amends a trial has the path of the trial.
 */
export function exportedValueAndPath(
  kind: RecordKind,
  value: Json,
): { value: Json; path: ValuePath } {
  if (kind === 'trial' || kind === 'text') return { value, path: [] };
  if (kind === 'amend' && isJsonObject(value) && value.data !== undefined)
    return { value: value.data, path: [] };
  return { value, path: [ofEvents] };
}
export const isEventPath = ([first]: ValuePath): boolean => first === ofEvents;

export function recordWithoutRareValues(
  kind: RecordKind,
  value: Json,
  takes: RareValuePathFilter,
): Json {
  if (kind === 'finish') return value;
  const placed = exportedValueAndPath(kind, value);
  const left = without(placed.value, takes, placed.path);
  return placed.value === value || !isJsonObject(value) ? left : { ...value, data: left };
}

/**
 * Like `recordWithoutRareValues`, for a text that is stored beside the records, such as the message
 * of an error.
 * @param name the name that this text has in the record of the event
 */
export const eventTextWithoutRareValues = (
  text: string,
  name: string,
  takes: RareValuePathFilter,
): string => {
  const left = without(text, takes, [ofEvents, name]);
  return typeof left === 'string' ? left : withheldMark;
};

function without(value: Json, takes: RareValuePathFilter, path: ValuePath): Json {
  if (typeof value === 'string') return ofText(value, takes, path);
  if (typeof value === 'number')
    return comparableRareNumber(value) !== undefined && takes(path) ? null : value;
  if (Array.isArray(value)) return value.map((one) => without(one, takes, path));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isTaken = comparableRareText(key) !== undefined && takes([...path, objectKeysPathStep]);
      return [isTaken ? withheldMark : key, without(one, takes, [...path, key])];
    }),
  );
}

function ofText(text: string, takes: RareValuePathFilter, path: ValuePath): Json {
  const inside = parseObjectOrList(text);
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
  if (rarePartsOf(text).length === 0 || !takes(path)) return text;
  return text.length > longestComparedText ? replaceRareTokens(text, withheldMark) : null;
}

/** Parses a text that contains a JSON object or array; undefined for other texts. */
export function parseObjectOrList(text: string): Json | undefined {
  const inside = /^\s*[[{]/.test(text) ? parseExactJson(text) : undefined;
  return typeof inside === 'object' && inside !== null ? inside : undefined;
}
