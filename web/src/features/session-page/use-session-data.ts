import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { limits } from '../../../../contracts/base/limits';
import { readSessionBatchDocument } from '../../../../contracts/runtime/batch-session';
import { readConditions } from '../../../../contracts/study-files/conditions';
import {
  listRunErrors,
  listRuns,
  type RunError,
  type RunListEntry,
} from '../../../../contracts/runtime/runs';
import { readSessionProgress } from '../../../../contracts/enrolment/session-insights';
import { readRoster } from '../../../../contracts/enrolment/rosters';
import { readSession } from '../../../../contracts/enrolment/sessions';
import { readStudyTiming } from '../../../../contracts/research-data/study-timing';
import { canWatchRuns } from '../../domain/sessions/runs-now';
import { query } from '../../lib/http/api';
import { pagedQuery } from '../../lib/http/pages';
import { overlayLiveSession } from '../../lib/live/overlay-live-sessions';
import { useLiveTopics, useLiveSession } from '../../lib/live/live-context';
import { useLiveRuns } from '../../lib/live/use-live-runs';
import { useFirstPages } from './people/use-first-pages';
import type { RunTotals } from './runs';
import { mayReadStudyData } from '../../domain/collaborators/role.rule';

/** Each live update of the counts refetches the figures, but at most once in this time. */
const calmMs = 2_000;
const listedAgainMs = 10_000;
const hasOpen = (page: unknown) =>
  ((page as { totals?: RunTotals } | undefined)?.totals?.open ?? 0) > 0;
/**
 * A refetch requests every shown page again, one after the other, because each page begins where
 * the page before it ends. A longer list is therefore refetched less often, so that it does not
 * cause more requests than a short list.
 */
const againAfterMs = (list: { pages: readonly unknown[] } | undefined) =>
  listedAgainMs * (list?.pages.length ?? 1);
const followed = [
  ...[readSessionProgress, readRoster, readConditions],
  ...[readSessionBatchDocument, listRuns, listRunErrors],
];

/** Fetches all data of a session's page, and refetches them while they change. */
export function useSessionData(id: string) {
  const client = useQueryClient();
  useLiveTopics(`session:${id}`);
  const live = useLiveSession(id);
  const told = useQuery(query(readSession, { params: { id } }));
  const progress = useQuery(query(readSessionProgress, { params: { id } }));
  // Viewers see only counts, and no participations (docs/decisions/collaborators.md).
  const enabled = told.data !== undefined && mayReadStudyData(told.data.role);
  const conditions = useQuery({ ...query(readConditions, { params: { id } }), enabled });
  const runs = useInfiniteQuery({
    ...pagedQuery<RunListEntry>(listRuns, { params: { id }, query: { limit: limits.pageSizeMax } }),
    enabled,
    // Live updates do not announce new records, so the list of runs is polled while a run is open.
    refetchInterval: ({ state: { data } }) =>
      hasOpen(data?.pages[0]) ? againAfterMs(data) : false,
  });
  // The list of participants shows the run of each participant, so the first pages of both lists
  // are loaded.
  useFirstPages(runs);
  const errors = useInfiniteQuery({
    ...pagedQuery<RunError>(listRunErrors, { params: { id } }),
    enabled,
    refetchInterval: ({ state }) => hasOpen(runs.data?.pages[0]) && againAfterMs(state.data),
  });
  const runsHere = enabled && told.data.runs_here;
  const shared = useQuery({
    ...query(readSessionBatchDocument, { params: { id } }),
    enabled: runsHere,
  });
  const timing = useQuery({
    ...query(readStudyTiming, { params: { id: told.data?.study_id ?? '' } }),
    enabled: runsHere,
  });
  const now = useLiveRuns(
    told.data?.runs_here && canWatchRuns(overlayLiveSession(told.data, live)) ? id : null,
  );
  const version = live?.version;
  useEffect(() => {
    if (version === undefined && now === undefined) return undefined;
    const timer = setTimeout(() => {
      for (const { path } of followed) void client.invalidateQueries({ queryKey: [path] });
    }, calmMs);
    return () => clearTimeout(timer);
  }, [version, now, client]);
  // All parts are shown together: a heading that appeared before the figures would push their
  // placeholders down. For the same reason the placeholder of the page has no heading.
  const isHere =
    (progress.data !== undefined || progress.error !== null) &&
    !(enabled && (conditions.isPending || runs.isPending || errors.isPending)) &&
    !(runsHere && (shared.isPending || timing.isPending));
  const session = told.data && isHere ? overlayLiveSession(told.data, live) : undefined;
  return { told, progress, conditions, runs, errors, shared, timing, now, session };
}
export type SessionData = ReturnType<typeof useSessionData>;
