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
  /**
   * How many `watch` messages of one socket may be unanswered; with one more, the server ends the
   * connection.
   */
  liveWatchesWaiting: 50,
  /**
   * How many `watch` messages of one socket the server answers immediately, and how many per second
   * after that.
   */
  liveWatches: { atOnce: 100, perSecond: 20 },
  /**
   * How many messages of any kind one socket may send; with more, the server ends the connection.
   */
  liveMessages: { atOnce: 1_000, perSecond: 200 },
  /**
   * The most bytes that may be queued for a client that does not read its messages; above this
   * limit, the server closes the connection.
   */
  liveUnsentBytes: 1_000_000,
  /**
   * The most open connections of one account. Connections of visitors are counted by network, with
   * a configurable limit.
   */
  liveSocketsPerAccount: 50,
  /** The default limit for open connections of visitors from one network. */
  liveSocketsPerNetwork: 200,
  /** After how many seconds a client that was disconnected or refused may connect again. */
  liveReturnSeconds: 10,
} as const;
