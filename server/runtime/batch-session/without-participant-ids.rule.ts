import type { JsonValue } from '../../../contracts/runtime/json-patch.rule';

/**
 * Removes from a shared document what is stored under one participant's ids: members whose key is
 * such an id, texts and numbers that equal or contain one, and objects with such an id as a value.
 * Data that a study stored about a person without an id cannot be found.
 * @param names the ids: texts that no other participant has
 */
export function withoutParticipantIds(document: JsonValue, names: readonly string[]): JsonValue {
  const isNamed = (text: string) => names.some((name) => text.includes(name));
  const isName = (value: JsonValue) =>
    (typeof value === 'string' && isNamed(value)) ||
    (typeof value === 'number' && names.includes(String(value)));
  const isOf = (value: JsonValue): boolean =>
    isName(value) ||
    (typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).some(isName));
  const of = (value: JsonValue): JsonValue => {
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).filter((one) => !isOf(one)).map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, each]) => !isNamed(name) && !isOf(each))
        .map(([name, each]) => [name, of(each)]),
    );
  };
  // An object with such an id as a value is removed. But if the document itself is such an object,
  // only its members are removed.
  return isName(document) ? {} : of(document);
}
