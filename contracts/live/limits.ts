/** Business constants, sizes and rates (docs/domain.md, 10). */
export const liveLimits = {
  /**
   * Live updates are throttled: an immediate update, then at most this many per second for a session, for its slots,
   * and for a classroom.
   */
  liveUpdatesPerSecond: 10,
  liveSlotUpdatesPerSecond: 1,
  liveClassroomUpdatesPerSecond: 1,
  /** How many topics one socket may watch at the same time. */
  liveTopicsPerSocket: 500,
  /** `watch` messages of one socket that may wait for their answer; one more ends the connection. */
  liveWatchesWaiting: 50,
  /**
   * The number of `watch` messages of one socket that are answered immediately, and the rate of further
   * ones.
   */
  liveWatches: { atOnce: 100, perSecond: 20 },
  /** Messages of any kind from one socket; more of them end the connection. */
  liveMessages: { atOnce: 1_000, perSecond: 200 },
  /** Bytes queued for a client that does not read; above this limit, the server closes the connection. */
  liveUnsentBytes: 1_000_000,
  /** Open connections of one account; those of visitors are counted by network (configurable). */
  liveSocketsPerAccount: 50,
  /** Open connections of visitors from one network, where nothing else is configured. */
  liveSocketsPerNetwork: 200,
  /** After how many seconds a client that was disconnected or refused may connect again. */
  liveReturnSeconds: 10,
} as const;
