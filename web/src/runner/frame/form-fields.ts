/**
 * Collects form fields by their names. A name that occurs several times gets a list of values, in
 * the order of the page.
 */
export function formFieldValues<T>(
  entries: Iterable<readonly [string, T]>,
): Record<string, T | T[]> {
  const fields = new Map<string, T | T[]>();
  for (const [name, value] of entries) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : ([before, value].flat() as T[]));
  }
  return Object.fromEntries(fields);
}
