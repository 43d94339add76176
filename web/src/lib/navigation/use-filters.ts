import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns filters that are stored in the address, so that they survive a reload and can be sent to
 * a colleague.
 */
export function useFilters<const Name extends string>(...names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  // The latest parameters are kept here: if two changes happen in one event, the router's
  // parameters do not contain the first change yet.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (next: Partial<Record<Name, string>>) => {
    const after = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries<string | undefined>(next))
      if (value) after.set(name, value);
      else after.delete(name);
    latest.current = after;
    setParams(after, { replace: true });
  };
  return { filters, change };
}

/** Returns the value if it is one of the values that the API knows, otherwise undefined. */
export const knownValueAmong = <const T extends string>(
  value: string,
  values: readonly T[],
): T | undefined => values.find((one) => one === value);
