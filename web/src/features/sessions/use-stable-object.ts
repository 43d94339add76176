import { useState } from 'react';

/**
 * Returns the same object as long as its content is the same, so that memoized components do not
 * re-render.
 */
export function useStableObject<T extends Readonly<Record<string, number>>>(value: T): T {
  const [kept, keep] = useState(value);
  if (Object.keys(value).every((key) => kept[key] === value[key])) return kept;
  keep(value);
  return value;
}
