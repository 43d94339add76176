import type { QueryClient } from '@tanstack/react-query';
import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import type { LiveTopic } from '../../../../contracts/live/live-topics';

/** The live counts of runs of the watched sessions, by session id. */
export type LiveRunCounts = Readonly<Record<string, SessionRunCounts>>;
export const liveRunsKey = ['live', 'runs'] as const;

const byId = (all: readonly SessionRunCounts[]): LiveRunCounts =>
  Object.fromEntries(all.map((one) => [one.session_id, one]));

/** Keeps the live counts of runs in the query cache. */
export function createLiveRuns(client: QueryClient) {
  const known = () => client.getQueryData<LiveRunCounts>(liveRunsKey) ?? {};
  /**
   * Messages arrive in order, and a snapshot is never older than the messages before it. Therefore
   * the message that arrived last counts.
   */
  const take = (messages: readonly SessionRunCounts[]) =>
    void client.setQueryData<LiveRunCounts>(liveRunsKey, { ...known(), ...byId(messages) });
  return {
    take,
    takeSnapshot: (snapshot: unknown) => take([snapshot as SessionRunCounts]),
    /**
     * Removes the counts of sessions that are no longer watched, since they would become outdated.
     */
    forget(topics: readonly LiveTopic[]) {
      const all = Object.values(known());
      const watched = all.filter(({ session_id }) => topics.includes(`runs:${session_id}`));
      if (watched.length !== all.length) client.setQueryData(liveRunsKey, byId(watched));
    },
  };
}
