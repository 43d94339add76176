import { useEffect } from 'react';

interface List {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Pages that come by themselves: what more there is comes when it is asked for. */
const most = 5;

/** Fetches the first pages of a list, one after the other, so that two lists can be laid side by side. */
export function useFirstPages({ data, hasNextPage, isFetching, isError, fetchNextPage }: List) {
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && pages > 0 && pages < most) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, pages, fetchNextPage]);
}
