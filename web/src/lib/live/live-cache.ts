import type { QueryClient } from '@tanstack/react-query';
import { readProfile } from '../../../../contracts/accounts';
import { type DataExport, listExports } from '../../../../contracts/data-rights';
import type { Availability, LiveMessages, Snapshots, Topic } from '../../../../contracts/live';
import { listParticipations } from '../../../../contracts/participations';
import { listInvitations, listReviews, readOwnReview } from '../../../../contracts/researchers';
import { listSessions } from '../../../../contracts/sessions';
import { listStudies, readStudy } from '../../../../contracts/studies';

/**
 * The newest known availability of every watched session, by session id: what screens lay over what
 * HTTP told them.
 */
export type LiveSessions = Readonly<Record<string, Availability>>;
export const liveSessionsKey = ['live', 'sessions'] as const;
export const pendingReviewsKey = ['live', 'reviews', 'pending'] as const;

/**
 * The newer of two messages about one session. Researchers get the same version twice, with and
 * without counts (they are in two rooms); the counts must survive in either order.
 */
export function newer(known: Availability | undefined, next: Availability): Availability {
  if (!known) return next;
  if (next.version < known.version) return known;
  if (next.version === known.version) return next.counts && !known.counts ? next : known;
  return next.counts ? next : { ...next, counts: known.counts };
}

/** The same object again when nothing in `messages` is newer, so that nothing draws. */
export function merge(known: LiveSessions, messages: readonly Availability[]): LiveSessions {
  let merged: Record<string, Availability> | undefined;
  for (const message of messages) {
    const before = (merged ?? known)[message.session_id];
    const after = newer(before, message);
    if (after !== before) (merged ??= { ...known })[message.session_id] = after;
  }
  return merged ?? known;
}

/** Lays the live numbers over a session that HTTP told, unless the HTTP answer is the newer one. */
export function overlay<
  S extends {
    _id: string;
    version: number;
    state: Availability['state'];
    capacity: number;
    spots_available: number;
    counts: NonNullable<Availability['counts']>;
  },
>(session: S, live: Availability | undefined): S {
  if (!live || live.version <= session.version) return session;
  return {
    ...session,
    state: live.state,
    capacity: live.capacity,
    spots_available: live.spots_available,
    version: live.version,
    counts: live.counts ?? session.counts,
  };
}

const covers = (topic: Topic, message: Availability) =>
  topic === 'dashboard'
    ? message.counts !== undefined
    : topic === `study:${message.study_id}` || topic === `session:${message.session_id}`;

/**
 * Changes that only the server can judge for the person asking: the button, the description, the
 * place in the catalogue.
 */
const changesTheButton = (before: Availability | undefined, after: Availability) =>
  before !== undefined &&
  before.version < after.version &&
  (before.state !== after.state ||
    before.spots_available > 0 !== after.spots_available > 0 ||
    before.capacity !== after.capacity);

/** The one place where live messages become cached data. */
export function createLiveCache(client: QueryClient, { spreadMs = 400 } = {}) {
  // No query observer holds these: without this they would be collected while a screen still shows
  // them.
  client.setQueryDefaults(['live'], { gcTime: Infinity, staleTime: Infinity });
  const invalidate = (...queryKey: readonly unknown[]) =>
    void client.invalidateQueries({ queryKey });
  const read = () => client.getQueryData<LiveSessions>(liveSessionsKey) ?? {};
  const refreshing = new Set<string>();
  let stopped = false;

  /**
   * Everyone who watches gets the same message in the same instant: their questions are spread, so
   * that they don't arrive as one wave.
   */
  function refreshStudy(id: string) {
    if (refreshing.has(id)) return;
    refreshing.add(id);
    setTimeout(() => {
      refreshing.delete(id);
      if (stopped) return;
      invalidate(readStudy.path, { params: { id } });
      invalidate(listStudies.path);
    }, Math.random() * spreadMs);
  }

  /** A session of one's own that no list has yet: made in another window. */
  function isUnlisted(message: Availability) {
    const lists = client.getQueriesData<{
      items?: { _id: string }[];
      pages?: { items: { _id: string }[] }[];
    }>({ queryKey: [listSessions.path] });
    const loaded = lists.flatMap(
      ([, data]) => data?.items ?? data?.pages?.flatMap((page) => page.items) ?? [],
    );
    return (
      lists.some(([, data]) => data !== undefined) &&
      !loaded.some((session) => session._id === message.session_id)
    );
  }

  function takeSessions(messages: readonly Availability[]) {
    const before = read();
    const after = merge(before, messages);
    if (after === before) return;
    client.setQueryData(liveSessionsKey, after);
    for (const message of messages) {
      const now = after[message.session_id];
      if (now && changesTheButton(before[message.session_id], now)) refreshStudy(message.study_id);
    }
    if (
      messages.some(
        (message) => message.counts && !before[message.session_id] && isUnlisted(message),
      )
    )
      invalidate(listSessions.path);
  }

  return {
    takeSessions,
    /**
     * Some snapshots are the data. The others only say that the topic is watched from now on: what
     * was read before that, at the start or before a reconnect, may have missed a message, so it is
     * read again.
     */
    takeSnapshot(topic: Topic, snapshot: Snapshots[keyof Snapshots]) {
      if (topic === 'me') {
        [readProfile, readOwnReview, listParticipations, readStudy, listExports].forEach((e) =>
          invalidate(e.path),
        );
      } else if (topic === 'reviews') {
        if ('pending' in snapshot) client.setQueryData(pendingReviewsKey, snapshot.pending);
        invalidate(listReviews.path);
      } else if (Array.isArray(snapshot)) takeSessions(snapshot);
      else if ('session_id' in snapshot) takeSessions([snapshot]);
    },
    /** What nobody watches any more would grow stale: back to what HTTP says. */
    forget(topics: readonly Topic[]) {
      const known = read();
      const kept = Object.values(known).filter((message) =>
        topics.some((topic) => covers(topic, message)),
      );
      if (kept.length !== Object.keys(known).length)
        client.setQueryData(
          liveSessionsKey,
          Object.fromEntries(kept.map((m) => [m.session_id, m])),
        );
    },
    /** Also when a review of theirs was decided. */
    userUpdated: () => {
      invalidate(readProfile.path);
      invalidate(readOwnReview.path);
    },
    participationUpdated(_message: LiveMessages['participation.updated']) {
      invalidate(listParticipations.path);
      invalidate(readStudy.path);
    },
    /** Whoever asks for a review has spent an invitation. */
    reviewUpdated: () => {
      invalidate(listReviews.path);
      invalidate(listInvitations.path);
    },
    /** Progress never goes back, whichever way the messages overtake each other. */
    exportProgress({ _id, progress }: LiveMessages['export.progress']) {
      let known = false;
      client.setQueriesData<{ items: DataExport[] }>(
        { queryKey: [listExports.path] },
        (list) =>
          list && {
            ...list,
            items: list.items.map((one) => {
              if (one._id !== _id) return one;
              known = true;
              return one.state === 'waiting' || one.state === 'running'
                ? { ...one, state: 'running', progress: Math.max(one.progress, progress) }
                : one;
            }),
          },
      );
      // Asked for in another window.
      if (!known) invalidate(listExports.path);
    },
    exportChanged: () => invalidate(listExports.path),
    stop() {
      stopped = true;
    },
  };
}
export type LiveCache = ReturnType<typeof createLiveCache>;
