import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { limits } from '../../../../contracts/base/limits';
import { listSessions, type Session } from '../../../../contracts/enrolment/sessions';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';

/**
 * Fetches all sessions of the researcher, page after page, since the dashboard shows every session.
 */
export function useSessions() {
  const list = useInfiniteQuery(
    pagedQuery<Session>(listSessions, { query: { limit: limits.pageSizeMax } }),
  );
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const sessions = useMemo(() => itemsOfPages(list.data), [list.data]);
  return { ...list, sessions, readAt: list.dataUpdatedAt };
}
