/*
 * JSON Patch (RFC 6902) and JSON Pointer (RFC 6901), as far as the shared document of a session
 * needs. The server, the page of a rehearsal and the study's frame use this code.
 */

type Scalar = string | number | boolean | null;
export type JsonValue = Scalar | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

export const patchFaults = ['invalid_pointer', 'no_such_path', 'test_failed'] as const;
export type PatchFault = (typeof patchFaults)[number];

/** Says that an operation cannot be applied; then no operation of its patch is applied. */
export class PatchRefused extends Error {
  constructor(
    readonly fault: PatchFault,
    path: string,
  ) {
    super(`${fault} ${path}`);
  }
}

type List = readonly JsonValue[];
type Members = { readonly [name: string]: JsonValue };

const isList = (value: JsonValue | undefined): value is List => Array.isArray(value);
const isMembers = (value: JsonValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !isList(value);

/**
 * Splits a pointer into names. Refuses the name `__proto__`, about which JSON readers and writers disagree.
 * @throws PatchRefused invalid_pointer
 */
export function parseJsonPointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer))
    throw new PatchRefused('invalid_pointer', pointer);
  const unescaped = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~');
  const parts = pointer.slice(1).split('/').map(unescaped);
  if (parts.includes('__proto__')) throw new PatchRefused('invalid_pointer', pointer);
  return parts;
}

const isIndex = (part: string) => /^(0|[1-9]\d{0,8})$/.test(part);

function memberOf(value: JsonValue | undefined, part: string): JsonValue | undefined {
  if (isList(value)) return isIndex(part) ? value[Number(part)] : undefined;
  // Inherited members do not count, so that a member may have any name, such as `constructor`.
  return isMembers(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}
const at = (document: JsonValue, parts: readonly string[]): JsonValue | undefined =>
  parts.reduce<JsonValue | undefined>(memberOf, document);

/**
 * Returns the value at a place of the document.
 * @returns undefined if nothing is there
 * @throws PatchRefused invalid_pointer
 */
export const valueAtPointer = (document: JsonValue, pointer: string): JsonValue | undefined =>
  at(document, parseJsonPointer(pointer));

/** Whether two values are equal; the order of an object's members does not matter. */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((value, i) => isSameJson(value, b[i]));
  if (isMembers(a) && isMembers(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
    );
  }
  return a === b;
}

/** The objects and arrays of the document that this patch has already copied, so that it copies none of them twice. */
type Own = WeakSet<object>;
type OwnMembers = Record<string, JsonValue>;

function ownOf(container: JsonValue | undefined, own: Own, path: string): JsonValue[] | OwnMembers {
  if (!isList(container) && !isMembers(container)) throw new PatchRefused('no_such_path', path);
  if (own.has(container)) return container as JsonValue[] | OwnMembers;
  const copy = isList(container) ? [...container] : { ...container };
  own.add(copy);
  return copy;
}

type Change = (container: JsonValue[] | OwnMembers, last: string) => void;

/** Returns a copy of the document with one object or array changed; never changes the original. */
function changed(
  document: JsonValue,
  parts: readonly string[],
  { own, path, change }: { own: Own; path: string; change: Change },
): JsonValue {
  const root = ownOf(document, own, path);
  let container = root;
  for (const part of parts.slice(0, -1)) {
    const below = ownOf(memberOf(container, part), own, path);
    Object.assign(container, { [part]: below });
    container = below;
  }
  change(container, parts.at(-1) ?? '');
  return root;
}

function added(document: JsonValue, path: string, value: JsonValue, own: Own): JsonValue {
  const parts = parseJsonPointer(path);
  if (parts.length === 0) return value;
  const change: Change = (container, last) => {
    if (!isList(container)) return void (container[last] = value);
    const index = last === '-' ? container.length : isIndex(last) ? Number(last) : Infinity;
    if (index > container.length) throw new PatchRefused('no_such_path', path);
    container.splice(index, 0, value);
  };
  return changed(document, parts, { own, path, change });
}

function removed(document: JsonValue, path: string, own: Own): JsonValue {
  const parts = parseJsonPointer(path);
  if (at(document, parts) === undefined) throw new PatchRefused('no_such_path', path);
  // Removing the whole document leaves the value null.
  if (parts.length === 0) return null;
  const change: Change = (container, last) => {
    if (isList(container)) container.splice(Number(last), 1);
    else delete container[last];
  };
  return changed(document, parts, { own, path, change });
}

function replaced(document: JsonValue, path: string, value: JsonValue, own: Own): JsonValue {
  const parts = parseJsonPointer(path);
  if (at(document, parts) === undefined) throw new PatchRefused('no_such_path', path);
  if (parts.length === 0) return value;
  const change: Change = (container, last) => void Object.assign(container, { [last]: value });
  return changed(document, parts, { own, path, change });
}

function existing(document: JsonValue, path: string): JsonValue {
  const value = valueAtPointer(document, path);
  if (value === undefined) throw new PatchRefused('no_such_path', path);
  return value;
}

function done(document: JsonValue, operation: PatchOperation, own: Own): JsonValue {
  const { path } = operation;
  switch (operation.op) {
    case 'add':
      return added(document, path, operation.value, own);
    case 'remove':
      return removed(document, path, own);
    case 'replace':
      return replaced(document, path, operation.value, own);
    case 'test':
      if (isSameJson(existing(document, path), operation.value)) return document;
      throw new PatchRefused('test_failed', path);
    case 'copy':
      // The copy is a separate object: a change in one place must not change the other.
      return added(document, path, structuredClone(existing(document, operation.from)), own);
    case 'move': {
      const value = existing(document, operation.from);
      // A value cannot be moved into itself.
      if (path.startsWith(`${operation.from}/`)) throw new PatchRefused('no_such_path', path);
      return added(removed(document, operation.from, own), path, value, own);
    }
  }
}

/**
 * Returns the document after all operations, in their order; the given document is not changed.
 * @param own the objects that earlier calls copied, if several calls together apply one patch
 * @throws PatchRefused at the first operation that cannot be applied
 */
export const applyPatch = (
  document: JsonValue,
  patch: readonly PatchOperation[],
  own: Own = new WeakSet(),
): JsonValue => patch.reduce((now, operation) => done(now, operation, own), document);

/** Sorts the members of each object by name: the order in which participants added them would tell who came first. */
export function sortMemberNames(value: JsonValue): JsonValue {
  if (isList(value)) {
    const each = value.map(sortMemberNames);
    return each.every((one, i) => one === value[i]) ? value : each;
  }
  if (!isMembers(value)) return value;
  const names = Object.keys(value);
  const each = Object.values(value).map(sortMemberNames);
  // Most objects are in order already, since the previous change sorted them. Such an object is not
  // copied.
  const isInOrder = names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name);
  if (isInOrder && names.every((name, i) => each[i] === value[name])) return value;
  const entries = names.map((name, i) => [name, each[i] ?? null] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the operations of a patch that turns the first document into the second. */
export function patchBetween(
  before: JsonValue,
  after: JsonValue,
  path = '',
): { readonly op: 'add' | 'remove' | 'replace'; readonly path: string }[] {
  if (isSameJson(before, after)) return [];
  if (!isMembers(before) || !isMembers(after)) return [{ op: 'replace', path }];
  const below = (name: string) => `${path}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name) => ({ op: 'remove', path: below(name) }) as const),
    ...Object.entries(after).flatMap(([name, value]) => {
      const former = memberOf(before, name);
      return former === undefined
        ? [{ op: 'add', path: below(name) } as const]
        : patchBetween(former, value, below(name));
    }),
  ];
}

/** Whether a value has more than `most` levels. Does not recurse, which could exceed the stack. */
export function isNestedDeeperThan(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
  return false;
}

/**
 * Returns a lower bound for the length of a value's JSON. Stops counting above `most`, since a
 * document with copies of copies may exceed any memory.
 */
export function minJsonLength(value: JsonValue | undefined, most: number): number {
  let count = 0;
  const left = [value];
  while (left.length > 0 && count <= most) {
    const one = left.pop();
    count += typeof one === 'string' ? one.length + 2 : 1;
    if (isMembers(one)) for (const name of Object.keys(one)) count += name.length + 3;
    if (isList(one) || isMembers(one)) for (const each of Object.values(one)) left.push(each);
  }
  return count;
}
