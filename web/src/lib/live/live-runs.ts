import type { QueryClient } from '@tanstack/react-query';
import type { RunsCounted } from '../../../../contracts/runtime/live-runs';
import type { Topic } from '../../../../contracts/live/live-topics';

/** What happens in the runs of a session, by its id, where it is watched. */
export type LiveRuns = Readonly<Record<string, RunsCounted>>;
export const liveRunsKey = ['live', 'runs'] as const;

const byId = (all: readonly RunsCounted[]): LiveRuns =>
  Object.fromEntries(all.map((one) => [one.session_id, one]));

/** The live counts of runs, in the query cache. */
export function createLiveRuns(client: QueryClient) {
  const known = () => client.getQueryData<LiveRuns>(liveRunsKey) ?? {};
  /** Messages come in order, and a snapshot is never older than the messages before it. */
  const take = (messages: readonly RunsCounted[]) =>
    void client.setQueryData<LiveRuns>(liveRunsKey, { ...known(), ...byId(messages) });
  return {
    take,
    takeSnapshot: (snapshot: unknown) => take([snapshot as RunsCounted]),
    /** What is watched no more would grow stale. */
    forget(topics: readonly Topic[]) {
      const all = Object.values(known());
      const watched = all.filter(({ session_id }) => topics.includes(`runs:${session_id}`));
      if (watched.length !== all.length) client.setQueryData(liveRunsKey, byId(watched));
    },
  };
}
