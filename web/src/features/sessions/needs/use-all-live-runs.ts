import { hashKey, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { type LiveRunCounts, liveRunsKey } from '../../../lib/live/live-runs';

const none: LiveRunCounts = {};

/**
 * Returns the live counts of runs in all sessions that other parts of the page watch. It reads them
 * from the cache, and watches no session itself.
 */
export function useAllLiveRuns(): LiveRunCounts {
  const client = useQueryClient();
  const [runs, setRuns] = useState<LiveRunCounts>(none);
  useEffect(() => {
    const read = () => {
      const now = client.getQueryData<LiveRunCounts>(liveRunsKey) ?? none;
      startTransition(() => setRuns(now));
    };
    read();
    const hash = hashKey(liveRunsKey);
    return client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash) read();
    });
  }, [client]);
  return runs;
}
