import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The filters are in the address: they survive a reload, and the address can be sent to a
 * colleague.
 */
export function useFilters<const Name extends string>(...names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  // When two changes follow in one event, the router's parameters lack the first one, so the latest are
  // kept here.
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

/** The value, if the API knows it. */
export const valueAmong = <const T extends string>(
  value: string,
  values: readonly T[],
): T | undefined => values.find((one) => one === value);
