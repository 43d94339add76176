import { useSearchParams } from 'react-router';

/** What one looks for stands in the address: it survives a reload, and can be sent to a colleague. */
export function useFilters<const Name extends string>(...names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  const change = (next: Partial<Record<Name, string>>) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries<string | undefined>(next)) if (value) after.set(name, value); else after.delete(name);
      return after;
    }, { replace: true });
  return { filters, change };
}

/** Only what is set, and only what the wire knows. */
export const known = <const T extends string>(value: string, values: readonly T[]): T | undefined => values.find((one) => one === value);
