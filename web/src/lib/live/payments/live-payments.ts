import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessages } from '../../../../../contracts/live/live';
import { listPayments } from '../../../../../contracts/payments/payments';

interface Spread {
  within: (ms: number, key: string, ask: () => void) => void;
}

/** Refreshes the cached lists of payments: the person's own payments, and those of sessions. */
export function createLivePayments(client: QueryClient, spread: Spread, spreadMs: number) {
  /**
   * @param session the session whose payments are refreshed; undefined for the person's own
   * payments
   */
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
     * When a researcher decides about many payments, the messages follow each other quickly, and
     * fetching the list takes several requests. Therefore the refreshes are spread over time.
     */
    sessionChanged: ({ _id }: LiveMessages['payments.updated']) =>
      spread.within(spreadMs, `payments ${_id}`, () => refresh(_id)),
  };
}
