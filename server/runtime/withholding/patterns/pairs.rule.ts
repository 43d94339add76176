import type { Json, JsonObject } from '../../record-format/json.rule';
import type { TextRange } from './clocks.rule';
import type { RunDayNumbers } from './days.rule';
import { recognizeName } from './names.rule';
import { momentNamesInObject } from './parts.rule';

/** Matches a name with a value within a text, such as hour=14 or "minute": 32. */
const pairs = /(?<![\w.-])([A-Za-z][\w.-]{0,40})["']?\s?([=:])\s?["']?(\w[\w.+-]{0,40})/g;

/**
 * Finds times that have a name before them, as in the address of a page: hour=14&minute=32. The
 * form `hour: 14` occurs in prose, too, so it counts only if two of them are next to each other.
 */
export function namedTimesIn(text: string, days: RunDayNumbers): TextRange[] {
  if (!(text.includes('=') || text.includes(':'))) return [];
  const found = [...text.matchAll(pairs)].flatMap((match) => {
    const [all, name = '', sign, value = ''] = match;
    const to = match.index + all.length;
    const { kind } = recognizeName(name);
    const isNamed = kind !== undefined && kind !== 'length';
    return isNamed ? [{ name, kind, sign, value, part: [to - value.length, to] as TextRange }] : [];
  });
  if (found.length === 0) return [];
  const told = momentNamesInObject(
    Object.fromEntries(found.map(({ name, value }) => [name, value])),
    days,
  );
  return found
    .filter(({ name, kind, sign }) =>
      sign === '='
        ? kind === 'moment' || told?.has(name)
        : (told?.size ?? 0) > 1 && told?.has(name),
    )
    .map(({ part }) => part);
}
const naming = ['type', 'name', 'key', 'unit', 'part', 'field', 'label'] as const;
const mostParts = 40;

/** A value in a list of named parts, together with its name. */
export interface NamedListValue {
  readonly name: string;
  readonly value: Json;
  /** The list [name, value] or the object that contains both. */
  readonly of: Json[] | JsonObject;
}

/**
 * Recognises a moment that is written as a list of its parts, as by
 * `Intl.DateTimeFormat.formatToParts` or `Object.entries`: a list of { type: 'hour', value: '14' }
 * or of ['hour', 14].
 * @returns the parts; undefined for any other list
 */
export function namedValuesOfList(list: readonly Json[]): NamedListValue[] | undefined {
  if (list.length > mostParts || typeof list[0] !== 'object' || list[0] === null) return undefined;
  const parts: NamedListValue[] = [];
  for (const each of list) {
    const part = typeof each === 'object' && each !== null ? partOf(each) : undefined;
    if (!part) return undefined;
    parts.push(part);
  }
  return parts;
}

function partOf(each: Json[] | JsonObject): NamedListValue | undefined {
  if (Array.isArray(each)) {
    const [name, value] = each;
    return each.length === 2 && typeof name === 'string' && value !== undefined
      ? { name, value, of: each }
      : undefined;
  }
  const { value } = each;
  const name = naming.map((key) => each[key]).find((said) => typeof said === 'string');
  return value !== undefined && typeof name === 'string' ? { name, value, of: each } : undefined;
}

/** Returns the names of those parts in a list that together are a point in time. */
export function momentNamesInList(
  parts: readonly NamedListValue[],
  days: RunDayNumbers,
  tells: (text: string) => boolean,
): ReadonlySet<string> | undefined {
  const texts = parts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const isWritten = texts.length === parts.length && parts.some(({ name }) => name === 'literal');
  if (isWritten && tells(texts.join('')))
    return new Set(parts.map(({ name }) => name).filter((name) => name !== 'literal'));
  return momentNamesInObject(
    Object.fromEntries(parts.map(({ name, value }) => [name, value])),
    days,
  );
}
