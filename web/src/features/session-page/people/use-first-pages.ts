import { useEffect } from 'react';

interface List {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** The number of pages that are loaded without a click. */
const most = 5;

/**
 * Loads the first pages of a list, one after the other, so that the page can join the list with
 * another list, such as participants with their runs.
 */
export function useFirstPages({ data, hasNextPage, isFetching, isError, fetchNextPage }: List) {
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && pages > 0 && pages < most) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, pages, fetchNextPage]);
}
