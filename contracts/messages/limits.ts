/** Business constants, sizes and rates (docs/domain.md, 10). */
export const messagesLimits = {
  message: 5_000,
  messagesPerAccountAndHour: 120,
  /** For how many days messages are kept after the last change of the participation's state. */
  messageDays: 90,
  /** How many characters the reason for reporting a message may have. */
  messageReport: 1_000,
  /**
   * How many times per hour one person may send a message to all participants of a session who are
   * in given states.
   */
  broadcastsPerAccountAndHour: 20,
  messageReportsPerAccountAndHour: 20,
} as const;
