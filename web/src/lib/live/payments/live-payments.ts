import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessages } from '../../../../../contracts/live/live';
import { listPayments } from '../../../../../contracts/payments/payments';

interface Spread {
  within: (ms: number, key: string, ask: () => void) => void;
}

/** Lists of payments in the query cache: the person's own, and those of sessions. */
export function createLivePayments(client: QueryClient, spread: Spread, spreadMs: number) {
  /** @param session undefined: the person's own */
  const refresh = (session?: string) =>
    void client.invalidateQueries({
      queryKey: [listPayments.path],
      predicate: ({ queryKey: [, input] }) =>
        (input as { query?: { session?: string } } | undefined)?.query?.session === session,
    });
  return {
    own: () => refresh(),
    ofSession: refresh,
    /** Decisions about a long list follow each other, and each reading of the list has several pages. */
    sessionChanged: ({ _id }: LiveMessages['payments.updated']) =>
      spread.within(spreadMs, `payments ${_id}`, () => refresh(_id)),
  };
}
