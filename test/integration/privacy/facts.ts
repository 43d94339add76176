import { hiddenContentOf } from './opening/hidden-content';
import { sha256Hex } from '../../../server/platform/security/secrets';

/**
 * Something that an observer can see: a row of a table, an entry of a list, a mail, a line of a
 * log. `place` names the list or table; the facts of one place are in the order in which they were
 * seen.
 */
export interface ObservedFact {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Sorts the facts by a hash of their content, so that their order reveals nothing. */
export const inHashOrder = (facts: readonly ObservedFact[]): ObservedFact[] =>
  facts
    .map((fact) => [sha256Hex(JSON.stringify(fact.row)), fact] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fact]) => fact);

/** A single value in a fact: `name` is its path, without list positions. */
export interface FactValue {
  readonly name: string;
  readonly value: string | number;
}

const asText = (value: unknown): string | number | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return undefined;
};

/**
 * Returns all values of a fact, at any depth. If a text or bytes contain encoded content (JSON, an
 * archive, compressed, hex or base64 content), also returns the values of this content. Does not
 * return a JSON text itself.
 */
export function valuesInFact(value: unknown, name = ''): FactValue[] {
  const text = asText(value);
  if (text !== undefined) {
    const inside = hiddenContentOf(value);
    const isJson = typeof value === 'string' && /^[[{]/.test(value) && inside !== undefined;
    const itself = isJson ? [] : [{ name, value: text }];
    return inside === undefined ? itself : [...itself, ...valuesInFact(inside, name)];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesInFact(one, name));
  return Object.entries(value).flatMap(([key, one]) =>
    valuesInFact(one, name === '' ? key : `${name}.${key}`),
  );
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const address = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const longHex = /^(\\x)?([0-9a-f]{8,})$/;
const opaque = /^[\w-]{16,}$/;

/**
 * Finds values that two facts hardly ever share by chance: ids, addresses, keys, hashes (also
 * shortened to eight digits), and ids of transactions.
 */
export function identifyingTokensOf(leaves: readonly FactValue[]): Set<string> {
  const tokens = new Set<string>();
  for (const { name, value } of leaves) {
    const text = String(value).toLowerCase();
    if (name === 'xmin' && text !== '2') tokens.add(`transaction ${text}`);
    for (const [id] of text.matchAll(uuid)) tokens.add(id);
    if (text.includes('@')) for (const [one] of text.matchAll(address)) tokens.add(one);
    const hex = longHex.exec(text)?.[2];
    if (hex !== undefined && !/^\d+$/.test(hex)) tokens.add(`hex ${hex.slice(0, 8)}`);
    else if (opaque.test(text) && /\d/.test(text) && !text.match(uuid)) tokens.add(text);
  }
  return tokens;
}

const timeOfUuid7 = (id: string): number | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

/**
 * Returns the time that a value reveals, in milliseconds, if it is a date with a time of day or an
 * id that contains a time. A date alone counts as no time.
 */
export function momentsIn({ value }: FactValue): number[] {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text)) {
    const at = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    return Number.isNaN(at) || at % 86_400_000 === 0 ? [] : [at];
  }
  if (/^1[6-9]\d{11}(\.\d+)?$/.test(text)) return [Number(text)];
  return [...text.toLowerCase().matchAll(uuid)].flatMap(([id]) => timeOfUuid7(id) ?? []);
}
