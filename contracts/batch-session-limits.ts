/** Of the document that a session's participants share (docs/decisions/0086-batch-session.md). */
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
  /** How long it is kept after its last change, once the session is closed. */
  days: 90,
} as const;
