/** Of the document that a session's participants share (docs/decisions/jatos-and-batch-session.md). */
export const batchSessionLimits = {
  /** Of its JSON (UTF-8), and how deep that may be. */
  bytes: 100_000,
  depth: 32,
  /**
   * Of one change: operations, places that the page knows, and bytes of the request. Each operation
   * copies the object that it changes, which takes some milliseconds where that has 10,000 members.
   */
  operations: 10,
  expectations: 100,
  requestBytes: 400_000,
  /** Of a participation. */
  changesPerMinute: 300,
  /**
   * In characters that a process reads and writes for changes: of one session, and of all sessions
   * together. A change of the largest document costs 200,000 of them, and up to 25 ms.
   */
  costsOfSession: { perSecond: 1_000_000, most: 4_000_000 },
  costsOfAll: { perSecond: 2_000_000, most: 8_000_000 },
  /** What every change costs beside that. */
  costOfChange: 2_000,
  /** How long it is kept after its last change, once the session is closed. */
  days: 90,
} as const;
