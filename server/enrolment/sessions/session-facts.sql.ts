/*
 * What several statements ask of sessions, over rows of `research.recruitment`. That view counts
 * the seats: `seats_free`, and `admits` where one is free and nobody waits for it.
 */

/**
 * Of a study's active sessions the greatest stands for the study: a public one before the others,
 * then one that admits, then the newest.
 */
export const standing = (s: string): string =>
  `(${s}.audience = 'catalogue', ${s}.admits, ${s}.launched_at, ${s}.id)`;

/**
 * The active session that stands for a study, or no row.
 * @param study an operand, the study's id
 * @param link an operand: the session that a private link names, which comes first; or null
 */
export const standingSession = (study: string, link: string): string =>
  `SELECT s.* FROM research.recruitment s WHERE s.study_id = ${study} AND s.state = 'active'
   ORDER BY s.id IS NOT DISTINCT FROM ${link} DESC, ${standing('s')} DESC LIMIT 1`;

/** It recruits or has recruited, so its study's description is out. */
export const hasRecruited = (s: string): string =>
  `(${s}.state IN ('active', 'paused') OR ${s}.state = 'closed' AND ${s}.launched_at IS NOT NULL
   AND (${s}.opens_at IS NULL OR ${s}.opens_at <= ${s}.closed_at))`;
