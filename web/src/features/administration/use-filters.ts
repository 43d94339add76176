import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What one looks for stands in the address: it survives a reload, and can be sent to a colleague.
 */
export function useFilters<const Name extends string>(...names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  // Two changes at once: the router still tells the address from before the first.
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

/** Only what is set, and only what the wire knows. */
export const known = <const T extends string>(value: string, values: readonly T[]): T | undefined =>
  values.find((one) => one === value);
