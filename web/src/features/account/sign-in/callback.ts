import { useEffect, useState } from 'react';
import type { IdentityProvider } from '../../../../../contracts/identities';

/** How a way through another site ended, when it did not fail. */
export type Arrival =
  | { kind: 'entered' }
  | { kind: 'linked'; provider: IdentityProvider }
  /** The address has an account: its password, and then both work. */
  | { kind: 'proof'; provider: IdentityProvider; email: string; token: string };

const begun = new Map<string, Promise<Arrival>>();

/**
 * Finishes once what may be finished once, however often the page is drawn. Not a query: those are
 * all asked again when somebody signs in.
 */
export function useArrival(key: string, arrive: (key: string) => Promise<Arrival>) {
  const [state, set] = useState<{ arrival?: Arrival; error?: unknown }>({});
  useEffect(() => {
    let here = true;
    const way = begun.get(key) ?? arrive(key);
    begun.set(key, way);
    way.then(
      (arrival) => {
        if (here) set({ arrival });
      },
      (error: unknown) => {
        if (here) set({ error });
      },
    );
    return () => {
      here = false;
    };
  }, [key, arrive]);
  return state;
}
