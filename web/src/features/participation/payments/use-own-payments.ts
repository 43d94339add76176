import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../../../../../contracts/base/limits';
import { listPayments, type OwnPayment } from '../../../../../contracts/payments/payments';
import { itemsOf, pages } from '../../../lib/http/pages';

/** A gift code is handed out within seconds after it was chosen. */
const soonMs = 3_000;
const isComing = ({ state, method }: OwnPayment) =>
  state === 'processing' && method === 'gift_code';

/**
 * All own payments: each page is requested, since the year's total needs all of them.
 * @param watches whether they are requested again every few seconds, because the researcher may confirm one now
 */
export function useOwnPayments(watches = false) {
  const list = useInfiniteQuery({
    ...pages<OwnPayment>(listPayments, { query: { limit: limits.pageSizeMax } }),
    refetchInterval: ({ state: { data } }) =>
      watches || itemsOf(data).some(isComing) ? soonMs : false,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const payments = itemsOf(list.data);
  return {
    payments,
    of: (participation: string) =>
      payments.find(({ participation_id }) => participation_id === participation),
    isWhole: list.data !== undefined && !hasNextPage,
    /** Whether they may still come with the first request: the history is not held back by repeated failures. */
    isPending: list.isPending && list.failureCount === 0,
    error: list.error,
    refetch: list.refetch,
  };
}
export type OwnPayments = ReturnType<typeof useOwnPayments>;
