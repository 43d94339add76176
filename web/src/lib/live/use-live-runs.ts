import { hashKey, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import { useLiveTopics } from './live-context';
import { type LiveRunCounts, liveRunsKey } from './live-runs';

/**
 * Returns the live counts of a session's runs, which are watched while the component is mounted.
 * Changes are rendered as a transition (see `useLiveSessionsInSlices`).
 * @param id the id of the session; null to watch nothing
 */
export function useLiveRuns(id: string | null): SessionRunCounts | undefined {
  useLiveTopics(...(id === null ? [] : [`runs:${id}` as const]));
  const client = useQueryClient();
  const [runs, setRuns] = useState<SessionRunCounts>();
  useEffect(() => {
    const read = () => {
      const now = id === null ? undefined : client.getQueryData<LiveRunCounts>(liveRunsKey)?.[id];
      startTransition(() => setRuns(now));
    };
    read();
    const hash = hashKey(liveRunsKey);
    return client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash) read();
    });
  }, [client, id]);
  return runs;
}
