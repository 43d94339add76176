import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessages } from '../../../../../contracts/live/live';
import { listPayments } from '../../../../../contracts/payments/payments';

interface Spread {
  within: (ms: number, key: string, ask: () => void) => void;
}

/**
 * Refreshes lists of payments in the query cache: the person's own payments, and those of sessions.
 */
export function createLivePayments(client: QueryClient, spread: Spread, spreadMs: number) {
  /** @param session whose payments are refreshed; undefined for the person's own payments */
  const refresh = (session?: string) =>
    void client.invalidateQueries({
      queryKey: [listPayments.path],
      predicate: ({ queryKey: [, input] }) =>
        (input as { query?: { session?: string } } | undefined)?.query?.session === session,
    });
  return {
    own: () => refresh(),
    ofSession: refresh,
    /**
     * Decisions about a long list follow each other quickly, and fetching the list takes several
     * requests, so these are spread.
     */
    sessionChanged: ({ _id }: LiveMessages['payments.updated']) =>
      spread.within(spreadMs, `payments ${_id}`, () => refresh(_id)),
  };
}
