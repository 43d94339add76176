import { hashKey, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SeatAvailability } from '../../../../contracts/live/live';
import type { LiveTopic } from '../../../../contracts/live/live-topics';
import type { HeartbeatTimes } from './heartbeat';
import type { LiveConnectionState, LiveConnection } from './live-socket';
import { type LiveSessions, liveSessionsKey, pendingReviewsKey } from './overlay-live-sessions';

const LiveContext = createContext<LiveConnection | null>(null);

export const LiveProvider = ({ live, children }: { live: LiveConnection; children: ReactNode }) => (
  <LiveContext value={live}>{children}</LiveContext>
);

/**
 * Watches topics while the component is mounted. Content that is not on screen yet calls it without
 * a topic, and then nothing is watched.
 */
export function useLiveTopics(...topics: readonly LiveTopic[]) {
  const live = useContext(LiveContext);
  const key = topics.join(' ');
  useEffect(() => {
    if (!live || !key) return;
    const releases = key.split(' ').map((topic) => live.watch(topic as LiveTopic));
    return () => releases.forEach((release) => release());
  }, [live, key]);
}

const never = () => () => undefined;
export function useLiveConnectionState(): LiveConnectionState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.subscribe ?? never, () => live?.connection() ?? 'idle');
}

/** While the component is mounted, keeps checking whether the server still answers. */
export function useServerHeartbeat(): HeartbeatTimes {
  const live = useContext(LiveContext);
  useEffect(() => live?.keepContact(), [live]);
  const moments = live?.moments();
  return moments ?? { heard: null, changed: null };
}

/**
 * Reads one live value from the query cache. It does not use `useQuery`, since no request fetches
 * the value. In addition, its subscription must still work after the cache was cleared.
 */
export function useCachedLiveValue<T>(
  read: (get: <D>(key: readonly unknown[]) => D | undefined) => T,
): T {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  return useSyncExternalStore(subscribe, () => read((key) => client.getQueryData(key)));
}

const nothing: LiveSessions = {};
export const useLiveSessions = (): LiveSessions =>
  useCachedLiveValue((get) => get<LiveSessions>(liveSessionsKey) ?? nothing);
/**
 * Like `useLiveSessions`, for a page with hundreds of sessions. Changes are rendered as a
 * transition: React renders them in small steps, and pauses while the person scrolls, types or
 * points.
 */
export function useLiveSessionsInSlices(): LiveSessions {
  const client = useQueryClient();
  const [sessions, setSessions] = useState<LiveSessions>(
    () => client.getQueryData(liveSessionsKey) ?? nothing,
  );
  useEffect(() => {
    const read = () => {
      const now = client.getQueryData<LiveSessions>(liveSessionsKey) ?? nothing;
      startTransition(() => setSessions(now));
    };
    read();
    const hash = hashKey(liveSessionsKey);
    return client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash) read();
    });
  }, [client]);
  return sessions;
}
export const useLiveSession = (id: string | null | undefined): SeatAvailability | undefined =>
  useCachedLiveValue((get) => (id ? get<LiveSessions>(liveSessionsKey)?.[id] : undefined));
/** Returns the number of pending reviews; undefined until the server sent it. */
export const usePendingReviews = (): number | undefined =>
  useCachedLiveValue((get) => get<number>(pendingReviewsKey));
