import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../../../../../contracts/base/limits';
import { listPayments, type ParticipantPayment } from '../../../../../contracts/payments/payments';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';

const none: readonly ParticipantPayment[] = [];
function ofParticipation(payments: readonly ParticipantPayment[], participation: string) {
  const own = payments.filter(({ participation_id }) => participation_id === participation);
  if (own.length === 0) return none;
  const [rewards, more] = [true, false].map((is) =>
    own.filter(({ kind }) => (kind === 'reward') === is),
  );
  return [...(rewards ?? []), ...(more ?? [])];
}

/**
 * Fetches all pages of the participant's payments, since the total of a year needs all payments.
 * Live messages refresh them.
 */
export function useOwnPayments() {
  const list = useInfiniteQuery(
    pagedQuery<ParticipantPayment>(listPayments, { query: { limit: limits.pageSizeMax } }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const payments = itemsOfPages(list.data);
  return {
    payments,
    /** Returns the payments of one participation: the reward first, then bonuses and top-ups. */
    of: (participation: string) => ofParticipation(payments, participation),
    isWhole: list.data !== undefined && !hasNextPage,
    /**
     * Whether the first request is still under way. It counts as over after a failure, so that
     * repeated failures do not keep the history from being shown.
     */
    isPending: list.isPending && list.failureCount === 0,
    error: list.error,
    refetch: list.refetch,
  };
}
export type OwnPayments = ReturnType<typeof useOwnPayments>;
