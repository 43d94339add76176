import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isPaidReward } from '../../../../contracts/enrolment/payment.rule';
import { limits } from '../../../../contracts/base/limits';
import {
  listSessionMedianDurations,
  type SessionMedianDuration,
} from '../../../../contracts/enrolment/session-insights';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';

/**
 * The time between two requests for the medians, in milliseconds. A median changes slowly, and
 * costs the server more than the list of sessions.
 */
const againMs = 5 * 60_000;

/**
 * Returns the median duration of each session in minutes, by its id. The medians are loaded after
 * the list of sessions; until then, pages use the minutes that the researcher stated.
 */
export function useMedianMinutes(sessions: readonly Session[]): ReadonlyMap<string, number> {
  const list = useInfiniteQuery({
    ...pagedQuery<SessionMedianDuration>(listSessionMedianDurations, {
      query: { limit: limits.pageSizeMax },
    }),
    enabled: sessions.some((one) => isPaidReward(one.reward) && one.launched_at !== null),
    staleTime: againMs,
    refetchInterval: againMs,
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage, data } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  return useMemo(
    () =>
      new Map(
        itemsOfPages<SessionMedianDuration>(data).map(({ session_id, minutes }) => [
          session_id,
          minutes,
        ]),
      ),
    [data],
  );
}
