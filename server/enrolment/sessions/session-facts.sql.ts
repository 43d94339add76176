/*
 * Conditions that several statements share, over rows of `research.recruitment`. That view counts
 * the seats: `seats_free`, and `admits` where a seat is free and the waitlist is empty.
 */

/**
 * The sort key of a study's active sessions: the greatest stands for the study. A public one
 * precedes the others, then one that admits, then the newest.
 */
export const standing = (s: string): string =>
  `(${s}.audience = 'catalogue', ${s}.admits, ${s}.launched_at, ${s}.id)`;

/**
 * The active session that stands for a study, or no row.
 * @param study an operand, the study's id
 * @param link an operand: the session that a private link names, which takes precedence; or null
 */
export const standingSession = (study: string, link: string): string =>
  `SELECT s.* FROM research.recruitment s WHERE s.study_id = ${study} AND s.state = 'active'
   ORDER BY s.id IS NOT DISTINCT FROM ${link} DESC, ${standing('s')} DESC LIMIT 1`;

/** The session recruits or has recruited, so its study's description is public. */
export const hasRecruited = (s: string): string =>
  `(${s}.state IN ('active', 'paused') OR ${s}.state = 'closed' AND ${s}.launched_at IS NOT NULL
   AND (${s}.opens_at IS NULL OR ${s}.opens_at <= ${s}.closed_at))`;
