/** Business constants, sizes and rates (docs/domain.md, 10). */
export const timelineLimits = {
  timelineNodes: 1_000,
  /** How many bytes a timeline may have as JSON. */
  timelineBytes: 2_000_000,
  timelineRows: 5_000,
  timelineColumns: 50,
  timelineRepetitions: 10_000,
  timelineName: 200,
  timelineKey: 64,
  timelineText: 20_000,
  timelineMs: 3_600_000,
} as const;
