/** Limits of the document that a session's participants share (docs/decisions/jatos-and-batch-session.md). */
export const batchSessionLimits = {
  /** The most bytes of the document's JSON (UTF-8), and how deeply it may be nested. */
  bytes: 100_000,
  depth: 32,
  /**
   * Limits of one change: its operations, its expected values, and the bytes of the request. Each
   * operation copies the object that it changes, which takes some milliseconds for an object with
   * 10,000 members.
   */
  operations: 10,
  expectations: 100,
  requestBytes: 400_000,
  /** The most changes per minute of one participation. */
  changesPerMinute: 300,
  /**
   * The budget for changes: how many characters a server process reads and writes for one session,
   * and for all sessions together. A change reads and writes the complete document: a document of
   * 100,000 characters costs 200,000, and takes up to 25 ms.
   */
  costsOfSession: { perSecond: 1_000_000, most: 4_000_000 },
  costsOfAll: { perSecond: 2_000_000, most: 8_000_000 },
  /** The fixed cost of every change, in addition to the cost of its size. */
  costOfChange: 2_000,
  /** How many days the document is kept after its last change, once the session is closed. */
  days: 90,
} as const;
