import type { SeatAvailability } from '../../../../contracts/live/live';

/**
 * The newest known availability of every watched session, by session id. Pages merge it into the
 * data from HTTP.
 */
export type LiveSessions = Readonly<Record<string, SeatAvailability>>;
export const liveSessionsKey = ['live', 'sessions'] as const;
export const pendingReviewsKey = ['live', 'reviews', 'pending'] as const;

/** Merges the live numbers into a session from HTTP, unless the data from HTTP is newer. */
export function overlayLiveSession<
  S extends {
    _id: string;
    version: number;
    state: SeatAvailability['state'];
    capacity: number;
    spots_available: number;
    counts: NonNullable<SeatAvailability['counts']>;
  },
>(session: S, live: SeatAvailability | undefined): S {
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
