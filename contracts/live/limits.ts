/** Business constants, sizes and rates (docs/domain.md, 10). */
export const liveLimits = {
  /**
   * The most live updates per second of one session, of the slots of one session, and of one
   * classroom. The first update goes out immediately; later ones are delayed to keep the limit.
   */
  liveUpdatesPerSecond: 10,
  liveSlotUpdatesPerSecond: 1,
  liveClassroomUpdatesPerSecond: 1,
  /** How many topics one socket may watch at the same time. */
  liveTopicsPerSocket: 500,
  /**
   * How many `watch` messages of one socket may wait for an answer. If the client sends one more,
   * the server ends the connection.
   */
  liveWatchesWaiting: 50,
  /**
   * How many `watch` messages of one socket the server answers without a delay. After these, it
   * answers `perSecond` messages a second.
   */
  liveWatches: { atOnce: 100, perSecond: 20 },
  /**
   * How many messages of any kind one socket may send: `atOnce` in a burst, and on average
   * `perSecond`. If it sends more, the server ends the connection.
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
  /**
   * The most open connections of visitors from one network, if the installation does not configure
   * another limit.
   */
  liveSocketsPerNetwork: 200,
  /** After how many seconds a client that was disconnected or refused may connect again. */
  liveReturnSeconds: 10,
} as const;
