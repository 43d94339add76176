import type { JsonValue } from '../../../contracts/runtime/json-patch.rule';

/**
 * Removes from a shared document what is stored under one participant's ids:
 * - members whose key contains an id;
 * - texts that contain an id, and numbers that equal an id;
 * - objects that have one of these texts or numbers as the value of a member.
 *
 * If a study stored data about the person without an id, this function cannot find these data.
 * @param names the ids of the participant; no other participant has any of them
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
  // An object within the document that has an id as a value is removed completely. The document
  // itself stays: only its members with an id are removed.
  return isName(document) ? {} : of(document);
}
