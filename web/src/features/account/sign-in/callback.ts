import { useEffect, useState } from 'react';
import type { IdentityProvider } from '../../../../../contracts/identities';

/** The outcome of a sign-in at another site that did not fail. */
export type Arrival =
  | { kind: 'entered' }
  | { kind: 'linked'; provider: IdentityProvider }
  /** The address has an account: its owner enters the password, then both methods work. */
  | { kind: 'proof'; provider: IdentityProvider; email: string; token: string };

const begun = new Map<string, Promise<Arrival>>();

/**
 * Finishes a one-time sign-in once, however often the page renders. Not a query: every sign-in
 * refetches all queries.
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
