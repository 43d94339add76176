import { useState } from 'react';

/** The same object for as long as its content is the same, so that memoized parts stay as they are. */
export function useSame<T extends Readonly<Record<string, number>>>(value: T): T {
  const [kept, keep] = useState(value);
  if (Object.keys(value).every((key) => kept[key] === value[key])) return kept;
  keep(value);
  return value;
}
